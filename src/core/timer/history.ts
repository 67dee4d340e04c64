import type { RunEvent, StartEvent } from './transition.ts'

/** From one start to the end of its last phase. It stores only commands; replay computes everything else. */
export interface Run {
  id: string
  /** The command log in order of time: the start, then everything users did in the run. */
  log: readonly [LogEntry<StartEvent>, ...LogEntry<RunEvent>[]]
  /** Keys of focus sessions that one device discarded while another, which did not know of that, saved them. */
  kept: readonly string[]
  /** The hold: when a work phase was due while the user was absent. The phase is paused from then on. */
  heldAt: number | null
}

interface LogEntry<Event> {
  /** The command's id; null for the pause of a hold that a later command has ended, and for a part of overtime. */
  id: string | null
  event: Event
}

/** All runs of one user in order of their starts, and the last sequence number received from each device. */
export interface TimerHistory {
  /** Grows with every change that users can see. */
  revision: number
  runs: readonly Run[]
  sequences: Readonly<Record<string, number>>
}

export const EMPTY_HISTORY: TimerHistory = { revision: 0, runs: [], sequences: {} }

export const startEventOf = ({ log: [{ event }] }: Run) => event

export const lastCommandIdOf = ({ log }: Run) => log.at(-1)!.id

/** Runs that start at the same moment are ordered by id, so that every device takes the same one for the latest. */
export const byStart = (a: Run, b: Run) => startEventOf(a).at - startEventOf(b).at || (a.id < b.id ? -1 : 1)
