import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Infinity as InfinityIcon, SkipForward, Square } from 'lucide-react'
import type { CSSProperties } from 'react'
import { MORE_MINUTES } from '#web/features/dashboard/controls/overtime.ts'
import { ICON, MAIN_ACTION } from '#web/features/dashboard/controls/main-action.tsx'
import type { TimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'
import { type TimerSummary, describeMode } from '#web/features/dashboard/state/timer-summary.ts'
import { useSelectedProject } from '#web/features/dashboard/state/useSelectedProject.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Clock } from '#web/ui/timer/Clock.tsx'
import { TickProgress } from '#web/ui/timer/TickProgress.tsx'

/** Project and task, mode and note. Task and note give way where there is no room. */
export function CompactSubject({ summary, className }: { summary: TimerSummary; className?: string }) {
  const { t } = useTranslation()
  const { project } = useSelectedProject()
  const { taskId, notes } = summary
  const { data: tasks } = useQuery({ ...taskList.query, enabled: taskId !== null })
  const task = tasks?.find(({ id }) => id === taskId)
  return (
    <div className={clsx('min-w-0 in-data-[stage=break]:text-ink', className)}>
      <p className="flex min-w-0 items-center gap-2 text-secondary font-strong">
        {project !== undefined && (
          <span
            style={{ backgroundColor: project.color }}
            className="size-3 flex-none rounded-[3px] border border-on-stage/80 in-data-[stage=break]:border-0 in-data-[stage=idle]:border-0"
          />
        )}
        <span className="truncate">
          {project?.name ?? t('dashboard.chooseProject')}
          {task !== undefined && <span className="font-normal"> · {task.name}</span>}
        </span>
      </p>
      <p className="flex min-w-0 gap-1 text-caption whitespace-nowrap text-on-stage-2 tabular-nums max-md:min-w-min max-md:flex-1">
        <span className="flex-none">{describeMode(summary, t)}</span>
        {notes !== '' && <span className="min-w-0 truncate max-md:w-0 max-md:grow">· {notes}</span>}
      </p>
    </div>
  )
}

export function CompactClock({ summary, style }: { summary: TimerSummary; style?: CSSProperties }) {
  const { t } = useTranslation()
  return (
    <span
      role="timer"
      aria-live="off"
      aria-label={t(summary.isEndless ? 'dashboard.elapsed' : 'dashboard.remaining')}
      style={style}
      className="text-figure leading-none"
    >
      <Clock text={summary.clockText} isPaused={summary.status === 'paused'} />
    </span>
  )
}

export function CompactProgress({ summary: { progress, isEndless } }: { summary: TimerSummary }) {
  const { t } = useTranslation()
  return <TickProgress label={t('dashboard.progress')} value={progress} isEndless={isEndless} />
}

export function CompactButtons({ summary, controls }: { summary: TimerSummary; controls: TimerControls }) {
  return (
    <>
      <MainButton status={summary.status} onPress={controls.startOrPause} />
      {summary.status !== 'idle' && <EndButtons {...summary} {...controls} />}
    </>
  )
}

/** Goes on with the work. The texts of the stage are too long here. */
export function CompactOvertime({ summary, controls }: { summary: TimerSummary; controls: TimerControls }) {
  const { t } = useTranslation()
  if (!summary.hasOvertime) return null
  return (
    <>
      <IconButton
        variant="stage-quiet"
        size="lg"
        label={t('dashboard.overtime.more', { count: MORE_MINUTES })}
        icon={<span className="text-secondary font-strong tabular-nums">+{MORE_MINUTES}</span>}
        onClick={() => controls.extend(MORE_MINUTES)}
      />
      {!summary.isOpenWork && (
        <IconButton
          variant="stage-quiet"
          size="lg"
          label={t('dashboard.overtime.open')}
          icon={<InfinityIcon {...ICON} />}
          onClick={() => controls.extend(null)}
        />
      )}
    </>
  )
}

function MainButton({ status, onPress }: { status: TimerSummary['status']; onPress: () => void }) {
  const { t } = useTranslation()
  const { label, icon } = MAIN_ACTION[status]
  return <IconButton variant="stage" size="lg" label={t(label)} icon={icon} onClick={onPress} />
}

type EndButtonsProps = Pick<TimerSummary, 'isStopwatch' | 'takesBreak'> & Pick<TimerControls, 'skip' | 'stop'>

function EndButtons({ isStopwatch, takesBreak, skip, stop }: EndButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      {isStopwatch ? (
        <span
          role="img"
          aria-label={t('dashboard.plan.endless')}
          className="grid size-10.5 flex-none place-items-center text-on-stage-2 on-touch:size-11"
        >
          <InfinityIcon {...ICON} />
        </span>
      ) : (
        <IconButton
          variant="stage-quiet"
          size="lg"
          label={t(takesBreak ? 'dashboard.overtime.takeBreak' : 'dashboard.skip')}
          icon={<SkipForward {...ICON} size={18} />}
          onClick={skip}
        />
      )}
      <IconButton
        variant="stage-quiet"
        size="lg"
        label={t('dashboard.stop')}
        icon={<Square {...ICON} size={16} />}
        onClick={stop}
      />
    </>
  )
}
