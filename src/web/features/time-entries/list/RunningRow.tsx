import clsx from 'clsx'
import type { NameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import { useRunningEntry } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { DURATION, NOTES, PROJECT_AND_TASK, ROW, subjectClasses, TAGS, TIMES } from './EntryRow.tsx'

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
  const tags = names.tags(running.tags)
  const tagText = tags.map(({ name }) => name).join(' · ')
  return (
    <div className={clsx('h-(--row) border-line bg-tint', isLast ? 'rounded-b-panel' : 'border-b')}>
      <div className={clsx(ROW, 'gap-y-1.5 pl-1 @md:pl-8 @3xl:pr-22.5 @3xl:pl-11.5 on-touch:@3xl:pr-29.5')}>
        <span className={clsx(TIMES, 'font-strong text-accent-ink! tabular-nums')}>
          {formatTime(startedAt, language)} – {pausedAt === null ? t('overview.now') : formatTime(pausedAt, language)}
        </span>
        <span className={subjectClasses(notes)}>
          {project !== undefined && <ColorDot color={project.color} />}
          <span className={PROJECT_AND_TASK}>
            <span className="truncate text-secondary font-strong">{project?.name ?? '…'}</span>
            <span className="truncate text-secondary text-ink-2">{names.task(taskId)?.name}</span>
          </span>
        </span>
        <span className={NOTES}>
          <span className="text-ink-3 @3xl:hidden">{tagText + (tagText !== '' && notes !== '' ? ' · ' : '')}</span>
          {notes}
        </span>
        <span className={clsx('max-w-56 min-w-0 flex-none text-secondary', TAGS)}>
          {tags.map((tag) => (
            <Tag key={tag.id} color={tag.color}>
              {tag.name}
            </Tag>
          ))}
        </span>
        <span className={DURATION}>{formatDuration(elapsedMs, language)}</span>
      </div>
    </div>
  )
}
