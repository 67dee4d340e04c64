import { Color, Id, knownZone, lowerCased, oneLine, storable, trimmed } from '#contract/fields.ts'
import { Columns } from '#contract/files/imports.ts'
import { isMonthAtMost } from '#contract/integrations/calendars.ts'
import { webAddress } from '#contract/integrations/webhooks.ts'
import { AuthSecret, PublicKey } from '#contract/push.ts'
import { allDifferent, endsAfterItStarts } from '#contract/reminders/reminders.ts'
import { Day, endsAfterStart, isShortEnough } from '#contract/reports.ts'
import { hasPossibleTimes, inOrder, isRange } from '#contract/time-entries.ts'
import { notReserved } from '#contract/timer-presets.ts'
import { strongPassword } from '#contract/users.ts'
import { AnyTime } from '#contract/input/wire-time.ts'
import { ANY_TEXT, type FieldSchema } from './describe-schema.ts'

const NO_CONTROL = '[^\\u0000-\\u001f\\u007f-\\u009f]'

/**
 * The checks and schemas of the contract that zod cannot express in JSON Schema, or only by a pattern that is hard to
 * read. The descriptions are here and not in the contract, because that is part of the web app.
 */
export const DOCUMENTED_CHECKS = new Map<object, FieldSchema>([
  [Id, { description: 'an id: 1 to 64 letters, digits, - and _' }],
  [AnyTime, { description: 'a time: ISO 8601 with an offset, or milliseconds since 1970 as number or text' }],
  [Color, { description: 'a colour such as #33d17a' }],
  [Day, { format: 'date', pattern: '^20\\d\\d-\\d\\d-\\d\\d$', description: 'from 2000-01-01 to 2099-12-31' }],
  // Lone surrogates are refused too, but a pattern that excludes them would exclude every emoji for some validators.
  [storable, { pattern: ANY_TEXT }],
  [oneLine, { pattern: `^${NO_CONTROL}*\\S${NO_CONTROL}*$`, description: 'on one line' }],
  [trimmed, { description: 'stored without spaces at its ends' }],
  [lowerCased, { description: 'stored in lower case' }],
  [knownZone, { description: 'an IANA time zone such as Europe/Madrid' }],
  [
    strongPassword,
    {
      minLength: 8,
      description:
        'with a digit, an uppercase letter and a character that is neither letter nor digit; not a common word, nor made of the name or address of the user',
    },
  ],
  [notReserved, { description: 'not "Default Settings", in any case' }],
  [inOrder, { description: 'each ends after its start and before the start of the next' }],
  [
    hasPossibleTimes,
    {
      description:
        'unless it is running, an entry has an end after its start, at most 1,000 hours later and before 2100, a duration of at most that time, and segments between start and end that add up to the duration',
    },
  ],
  [isRange, { description: 'the end (endDate) is after the start (startDate)' }],
  [endsAfterStart, { description: 'the last day (to) is not before the first (from)' }],
  [allDifferent, { description: 'no weekday twice' }],
  [endsAfterItStarts, { description: 'the hours end (to) after they begin (from)' }],
  [isShortEnough, { description: 'the range is shorter than 4,026 days (11 years)' }],
  [isMonthAtMost, { description: 'at most 31 days' }],
  [webAddress, { description: 'beginning with http:// or https://' }],
  [Columns, { description: 'fields of columns, counted from 0, such as 4:task,7:unused' }],
  [PublicKey, { description: 'an uncompressed point of the curve P-256 in base64url' }],
  [AuthSecret, { description: 'sixteen bytes in base64url' }],
])
