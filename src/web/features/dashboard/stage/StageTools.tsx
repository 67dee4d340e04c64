import { Maximize, Minimize } from 'lucide-react'
import { MiniTimerButton } from '#web/features/dashboard/compact/MiniTimerButton.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { toggleFullScreen } from './full-screen.ts'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Buttons for the mini window and full screen. */
export function StageTools({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="absolute top-4 right-4 flex gap-1 @3xl/stage:right-6.5">
      <MiniTimerButton size="md" />
      {document.fullscreenEnabled && (
        <IconButton
          variant="stage-quiet"
          label={t(isFull ? 'dashboard.fullScreen.leave' : 'dashboard.fullScreen.enter')}
          icon={isFull ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
          onClick={toggleFullScreen}
        />
      )}
    </div>
  )
}
