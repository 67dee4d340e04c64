import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { validate } from '#contract/validate.ts'
import { MAX_DATE, wireTime } from './wire-time.ts'

const Sample = z.object({ at: wireTime(0, MAX_DATE) })
const read = (at: unknown) => validate(Sample, { at })

test('C9 a time is the same as milliseconds, as their text and as ISO text', () => {
  // ISO text has years of four digits.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (at) => {
      const expected = { ok: true, data: { at } }
      expect([read(at), read(String(at)), read(new Date(at).toISOString())]).toEqual([expected, expected, expected])
    }),
  )
})

// prettier-ignore
test.each([
  ['another offset',     '2026-03-01T10:30:00+01:30', Date.parse('2026-03-01T09:00:00Z')],
  ['part of one',        1_772_355_600_000.7,         1_772_355_600_000],
])('C9 a time with %s is read', (_what, time, at) => {
  expect(read(time)).toEqual({ ok: true, data: { at } })
})

// prettier-ignore
test.each([
  [undefined,              'required'],
  [null,                   'required'],
  ['',                     'invalidTime'],
  [' 5',                   'invalidTime'],
  ['5e3',                  'invalidTime'],
  ['0x10',                 'invalidTime'],
  ['tomorrow',             'invalidTime'],
  ['2026-03-01',           'invalidTime'],
  ['2026-03-01T09:00:00',  'invalidTime'],
  ['2026-02-30T09:00:00Z', 'invalidTime'],
  [NaN,                    'invalidTime'],
  [Infinity,               'invalidTime'],
  [true,                   'invalidTime'],
  [[5],                    'invalidTime'],
  [-1,                     'timeOutOfRange'],
  ['-1',                   'timeOutOfRange'],
  [MAX_DATE,               'timeOutOfRange'],
  ['9'.repeat(16),         'timeOutOfRange'],
  ['1969-12-31T23:59:59Z', 'timeOutOfRange'],
])('C9 the time %j is refused as %s', (time, key) => {
  expect(read(time)).toMatchObject({ ok: false, problems: { at: { key } } })
})
