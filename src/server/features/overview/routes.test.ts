import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import { averageWorkedDay, streaksOf } from '#core/time-entries/worked-days.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'
import { splitByDay } from '#core/time/split-by-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

/** A Wednesday, three days after the clocks went forward in Madrid. */
const NOW = '2026-04-01T10:00:00Z'

async function ann(now = NOW) {
  const { db, clock, signUp } = await testApp()
  clock.now = Date.parse(now)
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const read = async (zone = 'Europe/Madrid', weekStart = 1): Promise<Overview> =>
    (await ann.get(`/overview?zone=${encodeURIComponent(zone)}&weekStart=${weekStart}`)).json().data
  return { db, clock, ann, make, project, read, track: trackTime.bind(undefined, db, ann.user.id) }
}

test('V1 a user without entries gets an empty overview of the same days', async () => {
  const { read } = await ann()
  expect(await read()).toEqual({
    today: {
      day: '2026-04-01',
      start: '2026-03-31T22:00:00.000Z',
      end: '2026-04-01T22:00:00.000Z',
      milliseconds: 0,
      segments: [],
      entryCount: 0,
      entries: [],
    },
    week: {
      milliseconds: 0,
      projects: [],
      days: ['2026-03-30', '2026-03-31', '2026-04-01'].map((day) => ({ day, milliseconds: 0 })),
    },
    heatmap: { firstDay: '2025-10-06', days: [] },
    streak: { current: 0, longest: 0 },
    averageMilliseconds: null,
    goals: [],
  })
})

test('V1 today has the time worked between its midnights, and its entries, the newest first', async () => {
  const { make, project, read, track } = await ann()
  const other = await make('/projects', { name: 'q' })
  const overMidnight = await track({ project, worked: [['2026-03-31T23:30+02:00', '2026-04-01T00:45+02:00']] })
  const withPause = await track({
    project: other,
    worked: [
      ['2026-04-01T08:00+02:00', '2026-04-01T08:20+02:00'],
      ['2026-04-01T08:30+02:00', '2026-04-01T08:35+02:00'],
    ],
  })
  await track({ project, worked: [['2026-03-31T20:00+02:00', '2026-04-01T00:00+02:00']] })
  const planned = await track({ project, worked: [['2026-04-01T23:00+02:00', '2026-04-02T01:00+02:00']] })
  await track({ project, worked: [['2026-04-02T00:00+02:00', '2026-04-02T01:00+02:00']] })

  const { today } = await read()
  expect(today.segments).toEqual([
    { project, start: '2026-03-31T22:00:00.000Z', end: '2026-03-31T22:45:00.000Z' },
    { project: other, start: '2026-04-01T06:00:00.000Z', end: '2026-04-01T06:20:00.000Z' },
    { project: other, start: '2026-04-01T06:30:00.000Z', end: '2026-04-01T06:35:00.000Z' },
    { project, start: '2026-04-01T21:00:00.000Z', end: '2026-04-01T22:00:00.000Z' },
  ])
  expect(today.milliseconds).toBe((45 + 25 + 60) * MINUTE_MS)
  expect(today.entryCount).toBe(3)
  expect(today.entries.map(({ id }) => id)).toEqual([planned, withPause, overMidnight])
  expect(today.entries[2]).toMatchObject({ duration: 75 * MINUTE_MS, startTime: '2026-03-31T21:30:00.000Z' })
})

test('V1 of more than fifty entries the newest are listed, and all are counted', async () => {
  const { project, read, track } = await ann()
  const minute = (number: number) => new Date(Date.parse('2026-04-01T06:00Z') + number * MINUTE_MS).toISOString()
  for (let number = 0; number < 53; number++) await track({ project, worked: [[minute(number), minute(number + 1)]] })
  const { today } = await read()
  expect(today).toMatchObject({ entryCount: 53, milliseconds: 53 * MINUTE_MS })
  expect(today.entries).toHaveLength(50)
  expect(today.entries[0]!.startTime).toBe(minute(52))
  expect(today.segments).toHaveLength(53)
})

test('V2 the week and the columns of the last weeks begin on the requested weekday', async () => {
  const { read } = await ann()
  const { week, heatmap } = await read('Europe/Madrid', 7)
  expect(week.days.map(({ day }) => day)).toEqual(['2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01'])
  expect(heatmap.firstDay).toBe('2025-10-05')
})

test('V2 the week lists its projects, the longest first, and its days up to today', async () => {
  const { make, project, read, track } = await ann()
  const other = await make('/projects', { name: 'q' })
  await track({ project, worked: [['2026-03-29T23:30+02:00', '2026-03-30T00:10+02:00']] })
  await track({ project: other, worked: [['2026-03-30T09:00+02:00', '2026-03-30T09:30+02:00']] })
  await track({ project, worked: [['2026-04-01T09:00+02:00', '2026-04-01T09:05+02:00']] })
  await track({ project, worked: [['2026-04-01T23:55+02:00', '2026-04-02T09:00+02:00']] })
  const { week } = await read()
  expect(week).toEqual({
    milliseconds: 50 * MINUTE_MS,
    projects: [
      { project: other, milliseconds: 30 * MINUTE_MS },
      { project, milliseconds: 20 * MINUTE_MS },
    ],
    days: [
      { day: '2026-03-30', milliseconds: 40 * MINUTE_MS },
      { day: '2026-03-31', milliseconds: 0 },
      { day: '2026-04-01', milliseconds: 10 * MINUTE_MS },
    ],
  })
})

/** A user who worked without a pause from long before until long after. */
// prettier-ignore
const LONG_DAYS: [zone: string, why: string, now: string, day: string, hours: number][] = [
  ['UTC',                 'an ordinary day',            '2026-04-01T10:00Z',      '2026-03-29', 24],
  ['Europe/Madrid',       'clocks went forward',        '2026-04-01T10:00Z',      '2026-03-29', 23],
  ['Europe/Madrid',       'clocks went back',           '2026-10-28T10:00Z',      '2026-10-25', 25],
  ['Europe/Madrid',       'clocks go back today',       '2026-10-25T22:30Z',      '2026-10-25', 25],
  ['America/New_York',    'clocks go forward today',    '2026-03-08T05:00Z',      '2026-03-08', 23],
  ['Asia/Beirut',         'a day that starts at 01:00', '2026-04-01T10:00Z',      '2026-03-29', 23],
  ['Asia/Beirut',         'a day with 23:00 twice',     '2026-10-24T20:30Z',      '2026-10-24', 25],
  ['America/Havana',      'a day with 00:00 twice',     '2026-11-01T12:00-05:00', '2026-11-01', 25],
  ['Australia/Lord_Howe', 'half an hour back',          '2026-04-08T10:00Z',      '2026-04-05', 24.5],
  ['Asia/Kathmandu',      'an offset of quarters',      '2026-04-01T10:00Z',      '2026-04-01', 24],
]

test.each(LONG_DAYS)('V5 in %s (%s), at %s, the day %s has %d hours', async (zone, _why, now, day, hours) => {
  const { project, read, track } = await ann(now)
  await track({ project, worked: [['2025-01-01T00:00Z', '2027-01-01T00:00Z']] })
  const { today, week, heatmap, streak } = await read(zone)
  expect(heatmap.days.find((one) => one.day === day)).toEqual({ day, milliseconds: hours * HOUR_MS })
  expect(new Set(heatmap.days.map((one) => one.day)).size).toBe(heatmap.days.length)
  expect(heatmap.days[0]!.day).toBe(heatmap.firstDay)
  expect(heatmap.days.length % 7).toBe(week.days.length % 7)
  expect(heatmap.days.at(-1)).toEqual({ day: today.day, milliseconds: today.milliseconds })
  expect(today.milliseconds).toBe(Date.parse(today.end) - Date.parse(today.start))
  expect(streak).toEqual({ current: heatmap.days.length, longest: heatmap.days.length })
})

test('V5 a date that the zone skipped is not listed, and breaks no streak', async () => {
  const { project, read, track } = await ann('2012-01-01T00:00:00Z')
  await track({ project, worked: [['2011-12-28T00:00Z', '2012-01-01T00:00Z']] })
  const { heatmap, streak } = await read('Pacific/Apia')
  expect(heatmap.days.map(({ day }) => day)).toEqual([
    '2011-12-27', '2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01',
  ]) // prettier-ignore
  expect(streak.current).toBe(5)
})

test('V3 today without work does not break the streak, yesterday without work does', async () => {
  const { clock, project, read, track } = await ann()
  for (const day of ['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-30', '2026-03-31'])
    await track({ project, worked: [[`${day}T09:00Z`, `${day}T10:00Z`]] })
  expect((await read()).streak).toEqual({ current: 2, longest: 3 })
  clock.now += DAY_MS
  expect((await read()).streak).toEqual({ current: 0, longest: 3 })
})

test('V3 a weekend without a goal does not break the streak', async () => {
  const { ann: user, project, read, track } = await ann()
  // From Wednesday to the next Wednesday, without the weekend.
  for (const day of ['25', '26', '27', '30', '31'])
    await track({ project, worked: [[`2026-03-${day}T09:00Z`, `2026-03-${day}T10:00Z`]] })
  expect((await read()).streak).toEqual({ current: 2, longest: 3 })
  const [work, rest] = [
    { minutes: 60, sessions: 0 },
    { minutes: 0, sessions: 0 },
  ]
  const goal = { project: null, from: '2026-03-01', days: [work, work, work, work, work, rest, rest], week: rest }
  expect((await user.put('/goals', goal)).statusCode).toBe(200)
  expect((await read()).streak).toEqual({ current: 5, longest: 5 })
})

test('V4 the average counts the days with work among the last thirty', async () => {
  const { project, read, track } = await ann()
  await track({ project, worked: [['2026-03-02T22:00+01:00', '2026-03-03T01:00+01:00']] })
  await track({ project, worked: [['2026-04-01T09:00+02:00', '2026-04-01T09:30+02:00']] })
  expect((await read()).averageMilliseconds).toBe((60 * MINUTE_MS + 30 * MINUTE_MS) / 2)
})

const ZONES = ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Beirut', 'Asia/Kathmandu', 'Australia/Lord_Howe']
const FAR_BACK = Date.parse('2025-09-15T00:00Z')
const anyEntry = fc
  .record({
    start: fc.integer({ min: FAR_BACK, max: Date.parse('2026-04-02T12:00Z') }),
    lengths: fc.array(
      fc.tuple(
        fc.oneof(fc.integer({ min: 1, max: HOUR_MS }), fc.integer({ min: 1, max: 3 * DAY_MS })),
        fc.integer({ min: 1, max: 8 * HOUR_MS }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ start, lengths }) => {
    const segments: Segment[] = []
    for (const [length, pause] of lengths) {
      const from = (segments.at(-1)?.[1] ?? start) + (segments.length > 0 ? pause : 0)
      segments.push([from, from + length])
    }
    return segments
  })

test('V5 every figure is the exact sum of the entries’ segments, in any zone', async () => {
  const { db, make, project, read, track } = await ann()
  const projects = [project, await make('/projects', { name: 'q' })]
  const iso = ([start, end]: Segment) => [start, end].map((at) => new Date(at).toISOString()) as [string, string]
  const property = fc.asyncProperty(fc.array(anyEntry, { maxLength: 12 }), async (entries) => {
    await db.deleteFrom('time_entries').execute()
    for (const [index, segments] of entries.entries())
      await track({ project: projects[index % 2]!, worked: segments.map(iso) })

    for (const zone of ZONES) {
      const { today, week, heatmap, streak, averageMilliseconds } = await read(zone)
      const expected = new Map<string, number>()
      const nameOf = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
      for (const { from, segments } of splitByDay(entries.flat(), zone))
        expected.set(nameOf.format(from), totalOf(segments))
      const inRange = [...expected].filter(([day]) => day >= heatmap.firstDay && day <= today.day)

      expect(heatmap.days).toEqual(inRange.map(([day, milliseconds]) => ({ day, milliseconds })))
      expect(today.milliseconds).toBe(expected.get(today.day) ?? 0)
      expect(totalOf(today.segments.map(({ start, end }) => [Date.parse(start), Date.parse(end)]))).toBe(
        today.milliseconds,
      )
      expect(week.days).toEqual(week.days.map(({ day }) => ({ day, milliseconds: expected.get(day) ?? 0 })))
      expect(week.milliseconds).toBe(week.days.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
      expect(week.milliseconds).toBe(week.projects.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
      const lengths = calendar(heatmap.firstDay, today.day).map((day) => expected.get(day) ?? 0)
      expect(streak).toEqual(streaksOf(lengths))
      expect(averageMilliseconds).toBe(averageWorkedDay(lengths.slice(-30)))
    }
  })
  await fc.assert(property, { numRuns: 15, seed: 2_026 })
})

function calendar(first: string, last: string) {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  )
}

test('S10 the overview never counts the work of another user, even under the same ids', async () => {
  const { db, signUp, clock } = await testApp()
  clock.now = Date.parse(NOW)
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const id = '0195a000-0000-7000-8000-00000000000a'
  for (const user of [ann, bob]) await user.post('/projects', { id, name: 'p' })
  const before = (await bob.get('/overview?zone=UTC')).json().data
  await trackTime(db, ann.user.id, { project: id, worked: [['2026-03-31T23:00Z', '2026-04-01T08:10Z']] })
  expect((await bob.get('/overview?zone=UTC')).json().data).toEqual(before)
  expect(before.today.milliseconds).toBe(0)
  expect((await ann.get('/overview?zone=UTC')).json().data.today.milliseconds).toBe(490 * MINUTE_MS)
})

// prettier-ignore
test.each([
  ['',                     { zone: 'This field is required' }],
  ['zone=Europe/Atlantis', { zone: 'This time zone is not known' }],
])('the overview refuses %j', async (query, details) => {
  const { signUp } = await testApp()
  const reply = await (await signUp('Ann')).get(`/overview?${query}`)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual(details)
})

test('V5 work without a break for weeks, and before the first week, counts on each of its days', async () => {
  const { project, read, track } = await ann()
  await track({ project, worked: [['2026-01-01T00:00Z', '2026-02-11T15:00Z']] })
  await track({ project, worked: [['2025-09-01T00:00Z', '2025-10-08T06:00Z']] })
  await track({ project, worked: [['2026-01-31T12:00Z', '2026-02-01T12:00Z']] })
  const { heatmap } = await read('UTC')
  const timeOf = (day: string) => heatmap.days.find((one) => one.day === day)?.milliseconds
  expect(timeOf('2026-01-01')).toBe(DAY_MS)
  expect(timeOf('2026-01-31')).toBe(1.5 * DAY_MS)
  expect(timeOf('2026-02-01')).toBe(1.5 * DAY_MS)
  expect(timeOf('2026-02-11')).toBe(15 * HOUR_MS)
  expect(timeOf('2025-10-07')).toBe(DAY_MS)
  expect(timeOf('2025-10-08')).toBe(6 * HOUR_MS)
  expect(heatmap.days).toHaveLength(3 + 42)
})

test('V1 of more than a thousand segments the latest are listed, and all are counted', async () => {
  const { project, read, track } = await ann()
  const day = Date.parse('2026-03-31T22:00Z')
  const worked = Array.from({ length: 1_002 }, (_, index): [string, string] => [
    new Date(day + index * MINUTE_MS).toISOString(),
    new Date(day + index * MINUTE_MS + 1_000).toISOString(),
  ])
  await track({ project, worked })
  const { today } = await read()
  expect(today.segments).toHaveLength(1_000)
  expect(today.segments.map(({ start }) => start)).toEqual(worked.slice(2).map(([start]) => start))
  expect(today).toMatchObject({ milliseconds: 1_002_000, entryCount: 1 })
})
