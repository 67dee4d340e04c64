import { PictureInPicture2 } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { canOpenMiniTimer, toggleMiniTimer, useMiniWindow } from './mini-timer-window.ts'

/** Hidden in browsers without document picture-in-picture, and on phones, which have no room for a second window. */
export function MiniTimerButton({ size }: { size: 'md' | 'lg' }) {
  const { t } = useTranslation()
  const isOpen = useMiniWindow() !== undefined
  if (!canOpenMiniTimer()) return null
  return (
    <IconButton
      variant="stage-quiet"
      size={size}
      label={t('dashboard.mini')}
      aria-pressed={isOpen}
      className="max-sm:hidden"
      icon={<PictureInPicture2 size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void toggleMiniTimer()}
    />
  )
}
