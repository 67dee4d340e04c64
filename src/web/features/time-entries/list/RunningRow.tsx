import clsx from 'clsx'
import type { NameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import { useRunningEntry } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { DURATION, ROW, subjectClasses, TIMES } from './EntryRow.tsx'

interface RunningRowProps {
  names: NameLookup
  /** No entry of the day follows. */
  isLast: boolean
}

/** What runs, where its entry will be listed. It is edited in the timer's bar. */
export function RunningRow({ names, isLast }: RunningRowProps) {
  const { t, language } = useTranslation()
  const running = useRunningEntry()
  if (running === null) return null
  const { projectId, taskId, notes, startedAt, pausedAt, elapsedMs } = running
  const project = names.project(projectId)
  return (
    <div className={clsx('h-(--row) border-line bg-tint', isLast ? 'rounded-b-panel' : 'border-b')}>
      <div className={clsx(ROW, 'pl-1 @md:pl-8 @3xl:pr-22.5 @3xl:pl-11.5 on-touch:@3xl:pr-29.5')}>
        <span className={clsx(TIMES, 'font-strong text-accent-ink! tabular-nums')}>
          {formatTime(startedAt, language)} – {pausedAt === null ? t('overview.now') : formatTime(pausedAt, language)}
        </span>
        <span className={subjectClasses(notes)}>
          {project !== undefined && <ColorDot color={project.color} />}
          <span className="truncate text-secondary font-strong">{project?.name ?? '…'}</span>
          <span className="min-w-0 truncate text-secondary text-ink-2">{names.task(taskId)?.name}</span>
        </span>
        <span className="min-w-0 flex-1 truncate text-secondary text-ink-2 @max-3xl:hidden">{notes}</span>
        <span className={DURATION}>{formatDuration(elapsedMs, language)}</span>
      </div>
    </div>
  )
}
