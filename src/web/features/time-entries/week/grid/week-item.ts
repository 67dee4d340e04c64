import type { Segment } from '#core/timer/segments.ts'

/** What the week shows of an entry. */
export interface WeekItem {
  id: string
  start: number
  end: number
  /** When it was worked on, without the pauses. */
  segments: readonly Segment[]
  duration: number
  name: string
  /** Task and notes. */
  details: string
  color: string
  /** What the timer is working on: it cannot be moved. */
  isRunning: boolean
}
