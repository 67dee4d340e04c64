import * as z from 'zod/mini'
import { messageKey } from '#contract/fields.ts'

/** The last moment that a `Date` can hold. */
export const MAX_DATE = 8.64e15

/** Everything that clients send as a time: milliseconds since 1970 as a number or as text, or ISO 8601 with an offset. */
export const AnyTime = z.union(
  [z.number(), z.string().check(z.regex(/^-?\d{1,16}$/)), z.iso.datetime({ offset: true })],
  {
    error: ({ input }) => messageKey(input === undefined || input === null ? 'required' : 'invalidTime'),
  },
)

const toMilliseconds = z.transform((time: string | number) => {
  const number = Number(time)
  return Number.isNaN(number) ? Date.parse(String(time)) : Math.trunc(number)
})

/**
 * A time in a request, at `minimum` or later and before `maximum`. Handlers receive milliseconds since 1970. `Sent` is the
 * form that our own client sends.
 */
export function wireTime<Sent extends string | number>(minimum: number, maximum: number) {
  // Later checks compare the times.
  const outOfRange = { abort: true, error: messageKey('timeOutOfRange') }
  const InRange = z.number().check(z.gte(minimum, outOfRange), z.lt(maximum, outOfRange))
  const time = z.pipe(z.pipe(AnyTime, toMilliseconds), InRange)
  return time as unknown as z.ZodMiniType<number, Sent>
}
