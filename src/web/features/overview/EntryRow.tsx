import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatTime } from '#web/ui/display/format-time.ts'
import { FutureMark } from '#web/ui/display/FutureMark.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { Row } from '#web/ui/list/Row.tsx'
import type { RunningEntry } from './running-work.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

type Subject = Pick<TimeEntry, 'project' | 'task' | 'notes'> & { tags: readonly string[] }

export function EntryRow({ entry, onContinue }: { entry: TimeEntry; onContinue: () => void }) {
  const { t, language } = useTranslation()
  const { name } = useProjectDisplay()(entry.project)
  const start = formatTime(entry.startTime, language)
  const end = entry.endTime === null ? t('overview.now') : formatTime(entry.endTime, language)
  return (
    <Row
      action={
        <IconButton
          label={t('overview.continue', { name })}
          icon={<Play size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onContinue}
        />
      }
    >
      <Cells subject={entry} milliseconds={entry.duration} times={`${start} – ${end}`}>
        <FutureMark start={entry.startTime} end={entry.endTime ?? entry.startTime} />
      </Cells>
    </Row>
  )
}

interface RunningRowProps {
  running: RunningEntry
  continued: TimeEntry | undefined
  /** Stops a continued entry and saves it. */
  onStop: (entry: TimeEntry) => void
}

/** The running work, where its entry will be listed. */
export function RunningRow({ running, continued, onStop }: RunningRowProps) {
  const { t, language } = useTranslation()
  const { name } = useProjectDisplay()(running.projectId)
  const { projectId, taskId, tags, notes } = running
  const subject = { project: projectId, task: taskId, tags, notes }
  const { startedAt, pausedAt } = running
  const end = pausedAt === null ? t('overview.now') : formatTime(pausedAt, language)
  const times = `${formatTime(startedAt, language)} – ${end}`
  return (
    <Row
      isRunning
      action={
        running.isContinuing && continued !== undefined ? (
          <IconButton
            label={t('overview.stop', { name })}
            icon={<Square size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => onStop(continued)}
          />
        ) : (
          <span className="w-9 flex-none on-touch:w-11" />
        )
      }
    >
      <Cells
        subject={subject}
        milliseconds={running.elapsedMs}
        times={<span className="font-strong text-accent-ink">{times}</span>}
      />
    </Row>
  )
}

interface CellsProps {
  subject: Subject
  milliseconds: number
  times: ReactNode
  /** A mark behind the subject. */
  children?: ReactNode
}

/** One line on wide screens, else two. */
function Cells({ subject, milliseconds, times, children }: CellsProps) {
  return (
    <>
      <div className="grid min-w-0 flex-1 gap-x-3.5 gap-y-0.5 py-2 @2xl:flex @2xl:items-center">
        <span className="flex min-w-0 items-center gap-2 text-caption text-ink-2 tabular-nums @max-2xl:order-last @max-2xl:pl-5 @2xl:w-25 @2xl:flex-none in-data-[clock=12h]:@2xl:w-36">
          <span className="flex-none">{times}</span>
          <span className="flex min-w-0 gap-1.5 @2xl:hidden">
            <Tags ids={subject.tags} shown={1} />
          </span>
        </span>
        <SubjectCell subject={subject}>{children}</SubjectCell>
        <span className="flex max-w-2/5 min-w-0 flex-none gap-1.5 @max-2xl:hidden">
          <Tags ids={subject.tags} shown={2} />
        </span>
      </div>
      <span className="flex-none text-right text-secondary font-strong @2xl:w-18">
        <Duration milliseconds={milliseconds} />
      </span>
    </>
  )
}

function SubjectCell({ subject: { project, task, notes }, children }: Pick<CellsProps, 'subject' | 'children'>) {
  const { name, color } = useProjectDisplay()(project)
  const { data: tasks = [] } = useQuery(taskList.query)
  const taskName = tasks.find(({ id }) => id === task)?.name
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2.5 text-secondary">
      <ColorDot color={color} />
      <span className="max-w-3/5 min-w-0 truncate font-strong">{name}</span>
      {/* The notes get the space that the task leaves. If it is too little for some words, they wrap out of sight. */}
      <span className="flex h-lh min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 overflow-clip">
        {taskName !== undefined && <span className="max-w-full min-w-0 truncate text-ink-2">{taskName}</span>}
        {notes !== '' && <span className="min-w-20 flex-1 basis-20 truncate text-caption text-ink-3">{notes}</span>}
      </span>
      {children}
    </span>
  )
}

/** The first `shown` tags, and the number of the others. */
function Tags({ ids, shown }: { ids: readonly string[]; shown: number }) {
  const { data: tags = [] } = useQuery(tagList.query)
  const names = ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? [])
  return (
    <>
      {names.slice(0, shown).map((name) => (
        <span key={name} className="flex min-w-0">
          <Tag>{name}</Tag>
        </span>
      ))}
      {names.length > shown && (
        <span title={names.slice(shown).join(', ')} className="flex flex-none">
          <Tag>{`+${names.length - shown}`}</Tag>
        </span>
      )}
    </>
  )
}
