import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { integerBetween, messageKey, Zone } from '../fields.ts'

const DAY_MINUTES = 24 * 60
export const allDifferent = z.refine<number[]>((days) => new Set(days).size === days.length, messageKey('invalidValue'))
/** From 1 for Monday to 7. */
const Weekdays = z.array(integerBetween(1, 7)).check(z.maxLength(7, messageKey('invalidValue')), allDifferent)
/** Since midnight. */
const Minute = integerBetween(0, DAY_MINUTES - 1)

export const endsAfterItStarts = z.refine<{ from: number; to: number }>(({ from, to }) => to > from, {
  path: ['to'],
  error: messageKey('endBeforeStart'),
})

/** The reminders that a user has turned on, and when. Times are local times of the time zone. */
export const Reminders = z.object({
  timeZone: Zone,
  /** Nothing was tracked on a weekday by this time. */
  notStarted: z.object({ isOn: z.boolean(), weekdays: Weekdays, minute: Minute }),
  /** The timer works outside of these hours. */
  outsideHours: z
    .object({ isOn: z.boolean(), weekdays: Weekdays, from: Minute, to: integerBetween(1, DAY_MINUTES) })
    .check(endsAfterItStarts),
  /** A stopwatch has run for so long. With mail, if the address is verified. */
  longStopwatch: z.object({ isOn: z.boolean(), hours: integerBetween(1, 24), isMailed: z.boolean() }),
  /** After an absence of so long with a running stopwatch, a page asks what to keep. */
  idleReturn: z.object({ isOn: z.boolean(), minutes: integerBetween(5, 240) }),
})
export type Reminders = z.infer<typeof Reminders>

export const reminders = {
  read: {
    method: 'GET',
    path: '/reminders',
    summary: 'What the user wants to be reminded of; null if nothing was chosen yet',
    reply: z.nullable(Reminders),
  },
  update: {
    method: 'PUT',
    path: '/reminders',
    summary: 'Replaces what the user wants to be reminded of. Reminders are sent as push messages',
    body: Reminders,
    reply: Reminders,
  },
} as const satisfies Record<string, Endpoint>
