import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { OptionalId } from '#contract/fields.ts'
import { omitNulls } from './omit-nulls.ts'

const Text = z.string()
const Item = z.object({ note: z.optional(Text), text: Text })
const Sample = z.object({
  needed: Text,
  optional: z.optional(Text),
  exact: z.exactOptional(Text),
  defaulted: z._default(Text, 'x'),
  caught: z.catch(z._default(Text, 'x'), 'x'),
  piped: z.optional(
    z.pipe(
      Text,
      z.transform((text) => text.length),
    ),
  ),
  cleared: z.optional(OptionalId),
  nullish: z.nullish(Text),
  nullByDefault: z._default(z.nullable(Text), null),
  unknown: z.optional(z.unknown()),
  nested: z.optional(Item),
  items: z.optional(z.array(Item)),
  event: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), note: z.optional(Text) }),
      z.discriminatedUnion('type', [z.object({ type: z.literal('b'), note: z.nullish(Text), change: Item })]),
    ]),
  ),
})

// prettier-ignore
test.each([
  ['optional fields',                 { optional: null, exact: null, defaulted: null, caught: null, piped: null, nested: null, items: null, event: null }, {}],
  ['no field that has null as a value', { cleared: null, nullish: null, nullByDefault: null, unknown: null }, 'same'],
  ['no field that is required',       { needed: null },                                           'same'],
  ['no field that is not declared',   { other: null },                                            'same'],
  ['no value but null',               { optional: '', defaulted: 0, caught: false },              'same'],
  ['fields of an object',             { nested: { note: null, text: null } },                     { nested: { text: null } }],
  ['fields in a list',                { items: [{ note: null, text: 'a' }, null, { note: 'b' }] }, { items: [{ text: 'a' }, null, { note: 'b' }] }],
  ['fields of a variant',             { event: { type: 'a', note: null } },                       { event: { type: 'a' } }],
  ['fields of the variant that it is', { event: { type: 'b', note: null, change: { note: null } } }, { event: { type: 'b', note: null, change: {} } }],
  ['nothing from an unknown variant', { event: { type: 'c', note: null } },                       'same'],
  ['nothing from another type',       { nested: 'x', items: { note: null }, event: [null] },      'same'],
])('C9 null leaves out %s', (_what, value, expected) => {
  expect(omitNulls(Sample, value)).toEqual(expected === 'same' ? value : expected)
  expect(Object.keys(omitNulls(Sample, value) as object)).toEqual(Object.keys(expected === 'same' ? value : expected))
})

test.each([null, undefined, 'x', 7, [], [null]])('C9 %j in place of an object stays', (value) => {
  expect(omitNulls(Sample, value)).toEqual(value)
})
