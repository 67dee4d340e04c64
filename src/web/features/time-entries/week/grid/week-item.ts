import type { Segment } from '#core/time/segments.ts'

/** A block on the week grid: an entry, or the running work of the timer. */
export interface WeekItem {
  id: string
  start: number
  end: number
  /** Times of work, without pauses. */
  segments: readonly Segment[]
  duration: number
  name: string
  /** Task and notes. */
  details: string
  color: string
  /** The timer's running work, which cannot be moved. */
  isRunning: boolean
}
