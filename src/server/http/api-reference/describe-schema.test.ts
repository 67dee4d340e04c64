import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Color, name, OptionalId, Zone } from '#contract/fields.ts'
import { wireTime } from '#contract/input/wire-time.ts'
import { jsonSchema } from './json-schema.ts'
import { describeSchema } from './describe-schema.ts'

// prettier-ignore
test.each([
  [name(),                                            'text, 1 to 100 characters, stored without spaces at its ends; on one line'],
  [Color,                                             'text, a colour such as #33d17a; stored in lower case'],
  [Zone,                                              'text, an IANA time zone such as Europe/Madrid'],
  [z.optional(wireTime(0, Date.UTC(2100))),           'a time: ISO 8601 with an offset, or milliseconds since 1970 as number or text; from 1970-01-01 and before 2100-01-01'],
  [z.catch(z.enum(['a', 'b']), 'a'),                  '"a", "b" or any other value, which counts as "a"'],
  [z.catch(z._default(z.enum(['a', 'b']), 'b'), 'a'), '"a", "b" or any other value, which counts as "a"; "b" when left out'],
  [z._default(OptionalId, null),                      'text, an id: 1 to 64 letters, digits, - and _ or "" or null; null when left out'],
  [z.object({ a: z.string(), b: z.optional(z.number()) }), '{ a: text; b?: number }'],
  [z.record(z.string(), z.boolean()),                 'true or false by name'],
  [z.string().check(z.regex(/^a+$/)),                 'text, matching ^a+$'],
  [z.int().check(z.minimum(1)),                       'whole number, at least 1'],
  [z.int().check(z.maximum(9)),                       'whole number, at most 9'],
  [z.email().check(z.maxLength(254)),                 'e-mail address, at most 254 characters'],
  [z.iso.datetime(),                                  'date and time'],
  [z.int().check(z.minimum(1), z.maximum(20)),        'whole number, 1 to 20'],
  [z.nullable(z.string()),                            'text or null'],
  [z._default(z.enum(['en', 'es']), 'en'),            '"en", "es"; "en" when left out'],
  [z.array(z.boolean()).check(z.maxLength(3)),        'list of true or false, at most 3 items'],
  [z.literal(true),                                   'true'],
  [z.unknown(),                                       'anything'],
])('C7 schema %# is described as "%2$s"', (schema, description) => {
  expect(describeSchema(jsonSchema(schema, 'input'))).toBe(description)
})
