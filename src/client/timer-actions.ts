import type { CommandInput } from '#core/timer/device/prediction.ts'
import type { Subject, TimerConfig } from '#core/timer/state.ts'
import type { ChooseActions } from './timer-device.ts'

/** A run to start. Without `isInfinite` it is of the same kind as the present run. */
export interface RunPlan {
  subject: Subject
  config: TimerConfig
  isInfinite?: boolean | undefined
  /** The time zone of the account. */
  zone: string
}

const toStart = ({ isInfinite = false, ...plan }: RunPlan): CommandInput => ({
  type: 'start',
  with: { ...plan, isInfinite },
})

/** Starts a run unless one is active. */
export const startRun =
  (plan: RunPlan): ChooseActions =>
  ({ status }) =>
    status === 'idle' ? [toStart(plan)] : 'already-running'

/** Starts a run on other work. An active run is saved first. */
export const switchRun =
  (plan: RunPlan): ChooseActions =>
  ({ status, isInfinite }) =>
    status === 'idle' ? [toStart(plan)] : [{ type: 'stop', save: true }, toStart({ isInfinite, ...plan })]

/** An action on the active run; if there is none, it is refused. */
export const onActiveRun =
  (action: Extract<CommandInput, { type: 'pause' | 'resume' | 'stop' | 'skip' }>): ChooseActions =>
  ({ status }) =>
    status === 'idle' ? 'not-active' : [action]
