import { useTranslation } from '#web/i18n/i18n.ts'
import { Clock } from '#web/ui/timer/Clock.tsx'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { TickProgress } from '#web/ui/timer/TickProgress.tsx'

/** Small version of the dashboard's timer in the colour of the project. */
export function ProjectTimerPreview({ name, color }: { name: string; color: string }) {
  const { t } = useTranslation()
  const displayName = name.trim() || t('projects.form.unnamed')
  return (
    <div role="img" aria-label={t('projects.form.preview', { name: displayName })}>
      <Stage state="work" color={color} className="grid gap-5 px-5 py-4.5 sm:px-6 sm:py-5.5">
        <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1.5">
          <span className="text-caption text-on-stage-2">{t('projects.form.workingOn')}</span>
          <span className="text-right text-caption text-on-stage-2">{t('projects.form.work')}</span>
          <span className="flex min-w-0 items-center gap-3">
            <span
              style={{ backgroundColor: color }}
              className="size-5 flex-none rounded-[6px] border-2 border-on-stage/80"
            />
            <span className="truncate text-title">{displayName}</span>
          </span>
          <span className="text-figure leading-none">
            <Clock text="17:42" />
          </span>
        </div>
        <TickProgress label={t('projects.form.work')} value={0.292} />
      </Stage>
    </div>
  )
}
