import * as z from 'zod/mini'

/** The time and the completed focus sessions that a day or a week should reach. Zero does not ask for that part. */
export const Target = z.object({ minutes: z.number(), sessions: z.number() })

/** The work done and its target, which is null on rest days and without a goal. */
export const PROGRESS = {
  target: z.nullable(Target),
  milliseconds: z.number(),
  /** Focus sessions that reached their planned end, on the day on which they began. */
  sessions: z.number(),
}
