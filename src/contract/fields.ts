import * as z from 'zod/mini'
import { HEX_COLOR } from '#core/color.ts'
import { LANGUAGES } from '#core/language.ts'
import { isTimeZone } from '#core/time/time-zone.ts'
import type { BrowserMessageKey } from './messages/in-browser/en.ts'

/** Makes the compiler check the key of a schema's error message. The key is translated when it is shown. */
export const messageKey = (key: BrowserMessageKey) => key

export const Id = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, messageKey('invalidValue')))
export const LanguageField = z.enum(LANGUAGES, messageKey('invalidValue'))

/** A time in JSON: ISO 8601 in UTC. */
export const Time = z.iso.datetime(messageKey('invalidValue'))

/** Text that both database engines can store: PostgreSQL rejects NUL and lone surrogates. */
export const storable = z.refine<string>((value) => !/[\0\p{Cs}]/u.test(value), messageKey('invalidValue'))

export const text = (maximum: number) => z.string().check(z.maxLength(maximum, messageKey('tooLong')), storable)
export const trimmed = z.trim()
export const lowerCased = z.toLowerCase()
export const oneLine = z.refine<string>((value) => !/[\p{Cc}\p{Cs}]/u.test(value), messageKey('invalidValue'))
/** The name of a user, project and so on: one line of text. */
export const name = () =>
  z.string().check(trimmed, z.minLength(1, messageKey('required')), z.maxLength(100, messageKey('tooLong')), oneLine)

export const integerBetween = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum))

/** Which phases of the timer begin as soon as the one before them ends by itself. */
export const AutoStart = z.object({ breaks: z.boolean(), work: z.boolean() })

export const IdParams = z.object({ id: Id })
/** Optional: with an id of its own, a client can safely repeat the request after a lost reply. */
export const NewId = z.optional(z.uuid(messageKey('invalidValue')).check(lowerCased))
/** The caller may choose the id that a deletion gets in the trash, so that it can be taken back before the reply arrives. */
export const TrashQuery = z.object({ trash: NewId })
/** A reference that a form clears by sending an empty string. */
export const OptionalId = z.pipe(
  z.nullable(z.union([Id, z.literal('')])),
  z.transform((id) => id || null),
)
export const Description = text(2_000)
export const Color = z.string().check(z.regex(HEX_COLOR, messageKey('invalidColor')), lowerCased)
export const knownZone = z.refine<string>(isTimeZone, messageKey('unknownZone'))
/** An IANA time zone, such as Europe/Madrid. */
export const Zone = z.string().check(knownZone)
/** The first day of the week in a URL, from 1 for Monday to 7. */
export const WeekStartParam = z._default(
  z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(7)),
  1,
)
