import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readImportText } from '#core/import/testing/read-import-text.ts'
import { dateOf } from '#core/time/time-zone.ts'

const time = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
const placedTimes = (text: string, zone: string) =>
  readImportText(text, { zone }).rows.map(({ start, end }) => [time(start), time(end)])

// prettier-ignore
test.each<[why: string, zone: string, row: string, times: [string, string]]>([
  ['at 09:00',                              'Europe/Madrid', '2026-03-04,1:30',  ['2026-03-04T08:00:00Z', '2026-03-04T09:30:00Z']],
  ['at 09:00 if it ends at midnight',       'UTC',           '2026-03-04,15:00', ['2026-03-04T09:00:00Z', '2026-03-05T00:00:00Z']],
  ['earlier if it would end the day after', 'UTC',           '2026-03-04,15:01', ['2026-03-04T08:59:00Z', '2026-03-05T00:00:00Z']],
  ['on all of the day',                     'UTC',           '2026-03-04,24:00', ['2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z']],
  ['on all of a day of 23 hours',           'Europe/Madrid', '2026-03-29,23:00', ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z']],
  ['on a day of 25 hours',                  'Europe/Madrid', '2026-10-25,24:00', ['2026-10-24T23:00:00Z', '2026-10-25T23:00:00Z']],
])('M32 an entry without a time of day is put %s', (_, zone, row, times) => {
  const { problems } = readImportText(`Date,Duration\n${row}`, { zone })
  expect(placedTimes(`Date,Duration\n${row}`, zone)).toEqual([times])
  expect(problems).toMatchObject([{ kind: 'placed' }])
})

test('M32 an entry without a time of day that is longer than its day is left out', () => {
  expect(readImportText('Date,Duration\n2026-03-29,23:30', { zone: 'Europe/Madrid' })).toMatchObject({
    rows: [],
    problems: [{ kind: 'too-long' }],
    statedMs: 23.5 * 3_600_000,
  })
  const kept = readImportText('Date,Duration\n2026-03-29,30:00', { zone: 'Europe/Madrid', keepsLong: true })
  expect(kept.rows).toMatchObject([{ start: Date.UTC(2026, 2, 28, 23), durationMs: 30 * 3_600_000 }])
})

test('M32 entries without times of day stay on their day, whatever their number and order', () => {
  const row = fc.record({ day: fc.integer({ min: 24, max: 31 }), minutes: fc.integer({ min: 1, max: 23 * 60 }) })
  const zone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/St_Johns', 'Australia/Lord_Howe')
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      zone,
      fc.infiniteStream(fc.nat()),
      (rows, zone, order) => {
        const month = { UTC: '03', 'Europe/Madrid': '03', 'America/St_Johns': '03', 'Australia/Lord_Howe': '10' }[zone]
        const lines = rows.map(({ day, minutes }) => `2025-${month}-${day},${minutes}m`)
        const read = (lines: string[]) => readImportText(['Date,Duration', ...lines].join('\n'), { zone }).rows
        const imported = read(lines)
        expect(imported.length).toBe(rows.length)
        for (const [index, { start, end }] of imported.entries()) {
          const date = `2025-${month}-${rows[index]!.day}`
          expect([dateOf(start, zone), dateOf(end - 1, zone)]).toEqual([date, date])
        }
        const shuffled = lines.map((line) => ({ line, key: order.next().value })).toSorted((a, b) => a.key - b.key)
        const timesOf = (some: typeof imported) =>
          some.map(({ start, end, day }) => `${start} ${end} ${day}`).toSorted()
        expect(timesOf(read(shuffled.map(({ line }) => line)))).toEqual(timesOf(imported))
      },
    ),
  )
})
