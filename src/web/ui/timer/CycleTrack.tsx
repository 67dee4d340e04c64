import clsx from 'clsx'
import { breakLengths, type Cycle } from '#core/cycle.ts'

interface CycleTrackProps extends Cycle {
  /** Text alternative. */
  label: string
  /** Number of finished phases, work and break alike, and the progress of the current one from 0 to 1. */
  position?: { phase: number; progress: number }
  /** `paper` for a preview outside the stage. */
  on?: 'stage' | 'paper'
}

/** The phases of a run in proportion to their lengths. */
export function CycleTrack({ label, position, on = 'stage', ...cycle }: CycleTrackProps) {
  const phases = breakLengths(cycle).flatMap((minutes) => [cycle.workMinutes, minutes])
  const ahead = on === 'stage' ? 'bg-stage-line' : position === undefined ? 'bg-accent' : 'bg-heat-1'
  const done = on === 'stage' ? 'bg-tick' : 'bg-accent'

  return (
    <div role="img" aria-label={label} className="flex w-full items-center gap-0.75">
      {phases.map((minutes, index) => {
        const isBreak = index % 2 === 1
        const filled = filledShare(index, position)
        return (
          minutes > 0 && (
            <span
              key={index}
              style={{ flexGrow: minutes }}
              className={clsx('overflow-hidden rounded-[2px]', ahead, isBreak ? 'h-1 opacity-75' : 'h-2')}
            >
              <span style={{ width: `${filled * 100}%` }} className={clsx('block h-full', done)} />
            </span>
          )
        )
      })}
    </div>
  )
}

function filledShare(index: number, position: CycleTrackProps['position']) {
  if (position === undefined || index > position.phase) return 0
  return index < position.phase ? 1 : position.progress
}
