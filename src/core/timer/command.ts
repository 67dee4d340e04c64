import type { RefusalCode, TimerEvent } from './transition.ts'

/** One action of a user on the timer. Each device numbers its commands, so that the server sees gaps and repeats. */
export interface Command {
  id: string
  device: string
  /** Counted from 1 on each device. */
  sequence: number
  /** The last command on the same run that the device knew of, its own included. */
  base: string | null
  /** True if the device showed that run on hold. */
  sawWait: boolean
  event: TimerEvent
}

export type AckCode = RefusalCode | 'already-running' | 'run-exists' | 'unknown-run' | 'stale' | 'resurrected'

export interface Ack {
  id: string
  isAccepted: boolean
  code?: AckCode
}
