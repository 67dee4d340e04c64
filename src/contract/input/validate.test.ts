import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LANGUAGES } from '#core/language.ts'
import { name, messageKey, text } from '#contract/fields.ts'
import { en } from '#contract/messages/en.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { validate } from '#contract/validate.ts'

const Sample = z.object({
  title: name(),
  note: z.optional(text(5)),
  count: z.number().check(z.minimum(1), z.maximum(9)),
  items: z.array(z.string()).check(z.maxLength(2)),
  mail: z.email(messageKey('invalidEmail')),
  // Checks without a message key, and with a text that is no key.
  code: z.string().check(z.minLength(2), z.maxLength(4)),
  even: z.optional(z.number().check(z.refine((count) => count % 2 === 0, 'is not even'))),
})
const good = { title: ' x ', count: 1, items: [], mail: 'a+b@example.museum', code: 'ab' }

test('valid input is returned trimmed and without unknown fields', () => {
  expect(validate(Sample, { ...good, user: 'someone else' })).toEqual({ ok: true, data: { ...good, title: 'x' } })
})

// prettier-ignore
test.each([
  ['title', undefined,        'required',     {}],
  ['title', null,             'required',     {}],
  ['title', '   ',            'required',     { minimum: 1 }],
  ['title', 7,                'invalidValue', {}],
  ['title', 'x'.repeat(101),  'tooLong',      { maximum: 100 }],
  ['title', 'a\0b',           'invalidValue', {}],
  ['title', 'a\ud800b',       'invalidValue', {}],
  ['note',  '123456',         'tooLong',      { maximum: 5 }],
  ['count', 0,                'tooSmall',     { minimum: 1 }],
  ['count', 10,               'tooLarge',     { maximum: 9 }],
  ['count', NaN,              'invalidValue', {}],
  ['items', ['a', 'b', 'c'],  'tooMany',      { maximum: 2 }],
  ['mail',  'nobody',         'invalidEmail', {}],
  ['code',  'a',              'tooShort',     { minimum: 2 }],
  ['code',  'abcde',          'tooLong',      { maximum: 4 }],
  ['even',  3,                'invalidValue', {}],
])('%s %j is %s', (field, value, key, params) => {
  expect(validate(Sample, { ...good, [field]: value })).toEqual({ ok: false, problems: { [field]: { key, params } } })
})

test('a problem in a list names the index', () => {
  const { problems } = validate(Sample, { ...good, items: ['a', 7] }) as { problems: object }
  expect(problems).toEqual({ 'items.1': { key: 'invalidValue', params: {} } })
})

test.each(LANGUAGES)('every message exists in %s, with the placeholders of the English one', (language) => {
  const placeholders = (sentence: string) => (sentence.match(/{{\w+}}/g) ?? []).toSorted((a, b) => a.localeCompare(b))
  for (const [key, sentence] of Object.entries(en)) {
    const params = Object.fromEntries(placeholders(sentence).map((name) => [name.slice(2, -2), name]))
    expect(placeholders(formatMessage(language, key as keyof typeof en, params)), key).toEqual(placeholders(sentence))
  }
})

test('a message without its parameters shows no placeholder', () => {
  const [before, after] = formatMessage('en', 'tooLong', { maximum: 5 }).split('5')
  expect(formatMessage('en', 'tooLong')).toBe(`${before}${after}`)
})
