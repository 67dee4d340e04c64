/** The data of a `timer.*` event: the timer as it is after the event, or for `timer.stopped` as it was before. */
export type TimerEventData = {
  /** The id of the run, from one Start to the end of its last phase. */
  id: string
  /** `waiting`: the phase has not begun, because its user was absent or wants to start it. */
  status: 'running' | 'paused' | 'waiting' | 'stopped'
  mode: 'work' | 'break'
  /** The number of the phase within the run, from 0. */
  phase: number
  repetition: number
  /** Null for a stopwatch. */
  repetitions: number | null
  /** The time that the phase has run, in milliseconds. */
  elapsed: number
  /** The length of the phase in milliseconds; null for a stopwatch. */
  planned: number | null
  endsAt: string | null
  project: string | null
  task: string | null
  tags: string[]
  notes: string
  /** With `timer.phase_ended`: the phase that is over. */
  ended?: { phase: number; mode: 'work' | 'break' }
}
