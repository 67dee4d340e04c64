import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDuration, writeDuration } from './duration-text.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

// prettier-ignore
test.each([
  ['1:30',         1 * HOUR + 30 * MINUTE],
  ['01:05',        1 * HOUR + 5 * MINUTE],
  [':45',          45 * MINUTE],
  ['0:00:07',      7 * SECOND],
  ['12:34:56',     12 * HOUR + 34 * MINUTE + 56 * SECOND],
  ['1h30',         1 * HOUR + 30 * MINUTE],
  ['1h 30m',       1 * HOUR + 30 * MINUTE],
  ['1H30MIN',      1 * HOUR + 30 * MINUTE],
  ['2 h',          2 * HOUR],
  ['1.5h',         1 * HOUR + 30 * MINUTE],
  ['1,5 h',        1 * HOUR + 30 * MINUTE],
  ['0.25',         15 * MINUTE],
  ['1,75',         1 * HOUR + 45 * MINUTE],
  ['90m',          90 * MINUTE],
  ['45',           45 * MINUTE],
  [' 45 ',         45 * MINUTE],
  ['\t1:30 ',      1 * HOUR + 30 * MINUTE],
  ['2.5m',         2 * MINUTE + 30 * SECOND],
  ['30s',          30 * SECOND],
  ['1h2m3s',       1 * HOUR + 2 * MINUTE + 3 * SECOND],
  ['1 saat 30 dk', 1 * HOUR + 30 * MINUTE],
  ['2 horas',      2 * HOUR],
  ['10sn',         10 * SECOND],
])('N1 %j is a duration', (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds)
})

// prettier-ignore
test.each(['', ' ', '0', '0:00', 'abc', '1:3', '1:60', '1:30:60', 'at 1:30', '-5', '1h30h', '5 days', '1..5', '1.5.2', '1000h', '1e3', '1:30 pm', '30m1h'])(
  'N1 %j is none', (text) => {
  expect(readDuration(text)).toBeUndefined()
})

test('N1 a formatted duration is parsed to the same second', () => {
  const property = fc.property(fc.integer({ min: SECOND, max: 999 * HOUR }), (milliseconds) => {
    expect(readDuration(writeDuration(milliseconds))).toBe(Math.floor(milliseconds / SECOND) * SECOND)
  })
  fc.assert(property, { numRuns: 500 })
})

test('N1 parsing never throws, whatever is typed', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\d:hms ,.]{0,9}$/))
  const property = fc.property(texts, (text) => {
    const milliseconds = readDuration(text) ?? SECOND
    expect(milliseconds > 0 && Number.isInteger(milliseconds / SECOND)).toBe(true)
  })
  fc.assert(property, { numRuns: 500 })
})
