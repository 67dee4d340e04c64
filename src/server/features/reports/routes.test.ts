import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { reports, Summary } from '#contract/reports.ts'
import { type Period, periodOf } from '#core/report/buckets.ts'
import { weekdayOf } from '#core/time/calendar-dates.ts'
import { DIMENSIONS } from '#core/report/dimensions.ts'
import { emptyRhythm, type Rhythm } from '#core/report/rhythm.ts'
import { timeWithin } from '#core/report/rounding.ts'
import type { Segment } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { dateOf, hourOf } from '#core/time/time-zone.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

async function ann() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const summary = async (query: Record<string, string>): Promise<Summary> => {
    const address = new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', zone: 'Europe/Madrid', ...query })
    const reply = await ann.get(`/reports/summary?${address.toString()}`)
    expect(reply.json()).toMatchObject({ ok: true })
    return reply.json().data
  }
  return { ...parts, ann, make, summary, track: trackTime.bind(undefined, parts.db, ann.user.id) }
}

type EntryPage = Reply<typeof reports.entries>

const minutes = (lines: Summary['lines']) => lines.map(({ key, milliseconds }) => [key, milliseconds / MINUTE_MS])

test('U1 time is added up by one or two dimensions, the longest line first, calendar lines in order', async () => {
  const { make, summary, track } = await ann()
  const client = await make('/clients', { name: 'c' })
  const [p, q] = [await make('/projects', { name: 'p', client }), await make('/projects', { name: 'q' })]
  const task = await make('/tasks', { name: 't', project: p })
  await track({ project: p, task, worked: [['2026-03-02T09:00+01:00', '2026-03-02T09:40+01:00']] })
  await track({ project: p, worked: [['2026-03-02T10:00+01:00', '2026-03-02T10:20+01:00']] })
  await track({ project: q, worked: [['2026-03-03T23:30+01:00', '2026-03-04T01:30+01:00']] })
  const byProject = await summary({ group: 'project', subgroup: 'task' })
  expect(minutes(byProject.lines)).toEqual([
    [q, 120],
    [p, 60],
  ])
  expect(minutes(byProject.lines[1]!.lines as never)).toEqual([
    [task, 40],
    [null, 20],
  ])
  expect(byProject.total).toMatchObject({
    milliseconds: 180 * MINUTE_MS,
    entries: 3,
    longestMilliseconds: 120 * MINUTE_MS,
  })
  expect(minutes((await summary({ group: 'client' })).lines)).toEqual([
    [null, 120],
    [client, 60],
  ])
  const byDay = await summary({ group: 'day' })
  expect(minutes(byDay.lines)).toEqual([
    ['2026-03-02', 60],
    ['2026-03-03', 30],
    ['2026-03-04', 90],
  ])
  expect(byDay.total.entries).toBe(3)
  expect(byDay.lines.map(({ entries }) => entries)).toEqual([2, 1, 1])
  expect(minutes((await summary({ group: 'weekday' })).lines)).toEqual([
    ['1', 60],
    ['2', 30],
    ['3', 90],
  ])
  expect(minutes((await summary({ group: 'week' })).lines)).toEqual([['2026-03-02', 180]])
  expect(minutes((await summary({ group: 'week', weekStart: '7' })).lines)).toEqual([['2026-03-01', 180]])
  expect(minutes((await summary({ group: 'month' })).lines)).toEqual([['2026-03-01', 180]])
})

test('U2 an entry with several tags counts under each tag, and once in the total', async () => {
  const { make, summary, track } = await ann()
  const project = await make('/projects', { name: 'p' })
  const [a, b] = [await make('/tags', { name: 'a' }), await make('/tags', { name: 'b' })]
  await track({ project, tags: [a, b], worked: [['2026-03-02T09:00+01:00', '2026-03-02T09:40+01:00']] })
  await track({ project, tags: [a], worked: [['2026-03-02T23:50+01:00', '2026-03-03T00:10+01:00']] })
  await track({ project, worked: [['2026-03-02T12:00+01:00', '2026-03-02T12:10+01:00']] })
  const byTag = await summary({ group: 'tag' })
  expect(minutes(byTag.lines)).toEqual([
    [a, 60],
    [b, 40],
    [null, 10],
  ])
  expect(byTag.total).toMatchObject({ milliseconds: 70 * MINUTE_MS, entries: 3 })
  const below = await summary({ group: 'project', subgroup: 'tag' })
  expect(minutes(below.lines)).toEqual([[project, 70]])
  expect(below.lines[0]!.entries).toBe(3)
})

// prettier-ignore
const CUT: [why: string, worked: [string, string][], range: [string, string], expected: number][] = [
  ['reaches in from before',     [['2026-02-28T23:00+01:00', '2026-03-01T01:00+01:00']],                                                           ['2026-03-01', '2026-03-02'], 60],
  ['reaches out at the end',     [['2026-03-02T23:00+01:00', '2026-03-03T02:00+01:00']],                                                           ['2026-03-01', '2026-03-02'], 60],
  ['lasts longer than all of it', [['2026-02-20T00:00+01:00', '2026-03-20T00:00+01:00']],                                                          ['2026-03-01', '2026-03-02'], 2 * 24 * 60],
  ['has its pause at midnight',  [['2026-03-01T23:00+01:00', '2026-03-01T23:50+01:00'], ['2026-03-02T00:10+01:00', '2026-03-02T00:15+01:00']],     ['2026-03-02', '2026-03-02'], 5],
  ['only its pause is inside',   [['2026-03-01T23:00+01:00', '2026-03-01T23:50+01:00'], ['2026-03-03T00:10+01:00', '2026-03-03T00:15+01:00']],     ['2026-03-02', '2026-03-02'], 0],
  ['a day of 23 hours',          [['2026-03-28T00:00+01:00', '2026-03-31T00:00+02:00']],                                                           ['2026-03-29', '2026-03-29'], 23 * 60],
]

test.each(CUT)(
  'U3 a report counts only time within its days: an entry that %s',
  async (_why, worked, [from, to], expected) => {
    const { make, summary, track } = await ann()
    const project = await make('/projects', { name: 'p' })
    await track({ project, worked })
    for (const group of ['project', 'day'])
      expect((await summary({ group, from, to })).total).toMatchObject({
        milliseconds: expected * MINUTE_MS,
        longestMilliseconds: expected * MINUTE_MS,
        entries: expected === 0 ? 0 : 1,
      })
  },
)

test('U5 the entries of a report come in pages, each with its time within the report', async () => {
  const { ann: who, make, track } = await ann()
  const project = await make('/projects', { name: 'p' })
  const ids = [
    await track({ project, worked: [['2026-02-20T00:00Z', '2026-03-02T10:00Z']] }),
    await track({ project, worked: [['2026-03-01T22:30Z', '2026-03-01T23:30Z']] }),
    await track({ project, worked: [['2026-03-02T09:00Z', '2026-03-02T09:10Z']] }),
    await track({ project, worked: [['2026-03-02T22:30Z', '2026-03-02T23:30Z']] }),
  ]
  await track({ project, worked: [['2026-03-01T20:00Z', '2026-03-01T21:00Z']] })
  await track({ project, worked: [['2026-03-02T23:00Z', '2026-03-02T23:10Z']] })
  const found: [string, number][] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: string = `from=2026-03-02&to=2026-03-02&zone=Europe/Madrid&limit=3${cursor && `&cursor=${cursor}`}`
    const { data }: { data: EntryPage } = (await who.get(`/reports/entries?${page}`)).json()
    for (const { id, milliseconds } of data.entries) found.push([id, milliseconds / MINUTE_MS])
    cursor = data.cursor
  }
  expect(found).toEqual([
    [ids[3], 30],
    [ids[2], 10],
    [ids[1], 30],
    [ids[0], 11 * 60],
  ])
})

// prettier-ignore
const FILTERS: [query: Record<string, string>, expected: string][] = [
  [{ projects: 'P' },                      'abc'],
  [{ projects: 'P,Q' },                    'abcd'],
  [{ clients: 'C' },                       'abc'],
  [{ clients: 'none' },                    'd'],
  [{ clients: 'C,none' },                  'abcd'],
  [{ tasks: 'T' },                         'a'],
  [{ tasks: 'none' },                      'bcd'],
  [{ tags: 'X' },                          'ab'],
  [{ tags: 'X,Y' },                        'abc'],
  [{ tags: 'X,Y', tagMatch: 'all' },       'b'],
  [{ tags: 'X,Y', tagMatch: 'none' },      'd'],
  [{ tags: 'none' },                       'd'],
  [{ tags: 'X,none' },                     'abd'],
  [{ tags: 'X,none', tagMatch: 'none' },   'c'],
  [{ search: 'alp' },                      'abc'],
  [{ kinds: 'manual' },                    'abcd'],
  [{ kinds: 'focus,stopwatch' },           ''],
]

test('U6 filters select entries by project, client, task, tags, text and kind, or by having none', async () => {
  const { ann: who, make, track } = await ann()
  const C = await make('/clients', { name: 'c' })
  const [P, Q] = [await make('/projects', { name: 'Alpha', client: C }), await make('/projects', { name: 'q' })]
  const T = await make('/tasks', { name: 't', project: P })
  const [X, Y] = [await make('/tags', { name: 'x' }), await make('/tags', { name: 'y' })]
  const worked: [string, string][] = [['2026-03-02T09:00Z', '2026-03-02T09:10Z']]
  const names = new Map([
    [await track({ project: P, task: T, tags: [X], worked }), 'a'],
    [await track({ project: P, tags: [X, Y], worked }), 'b'],
    [await track({ project: P, tags: [Y], worked }), 'c'],
    [await track({ project: Q, worked }), 'd'],
  ])
  const ids: Record<string, string> = { C, P, Q, T, X, Y }
  for (const [filter, expected] of FILTERS) {
    const query = Object.entries(filter).map(([name, list]): [string, string] => [
      name,
      list.replaceAll(/\b[A-Z]\b/g, (id) => ids[id]!),
    ])
    const address = new URLSearchParams([['from', '2026-03-01'], ['to', '2026-03-31'], ['zone', 'UTC'], ...query])
    const { entries } = (await who.get(`/reports/entries?${address.toString()}`)).json().data
    const found = entries
      .map(({ id }: { id: string }) => names.get(id))
      .toSorted()
      .join('')
    expect([filter, found]).toEqual([filter, expected])
  }
})

test.each([
  'from=2026-03-02&to=2026-03-01',
  'from=2001-01-01&to=2031-01-01',
  'from=2026-02-30&to=2026-03-01',
  'from=1999-01-01&to=2026-03-01',
  'from=2026-03-01&to=2026-03-02&tags=',
  'from=2026-03-01&to=2026-03-02&kinds=,',
  'from=2026-03-01&to=2026-03-02&projects=a%20b',
  'from=2026-03-01&to=2026-03-02&kinds=lazy',
])('a report with the query %s is refused', async (query) => {
  const { ann: who } = await ann()
  for (const path of ['summary?group=project', 'series?step=day', 'rhythm?', 'entries?'])
    expect((await who.get(`/reports/${path}&zone=UTC&${query}`)).statusCode).toBe(400)
})

test('U7 a report holds time of its user only, whatever the query names', async () => {
  const { ann: who, make, signUp, db } = await ann()
  const mine = await make('/projects', { name: 'mine' })
  const bob = await signUp('Bob')
  const theirs = (await bob.post('/projects', { name: 'theirs' })).json().data.id as string
  const tag = (await bob.post('/tags', { name: 'theirs' })).json().data.id as string
  const worked: [string, string][] = [['2026-03-02T22:30Z', '2026-03-02T23:30Z']]
  const entry = await trackTime(db, bob.user.id, { project: theirs, tags: [tag], worked })
  const range = 'from=2026-03-01&to=2026-03-31&zone=Europe/Madrid'
  for (const filter of ['', `&projects=${theirs}`, `&tags=${tag}`, `&projects=${mine},${theirs}`])
    for (const path of ['summary?group=tag&subgroup=day&', 'series?step=day&group=project&', 'rhythm?', 'entries?'])
      expect(JSON.stringify((await who.get(`/reports/${path}${range}${filter}`)).json().data)).not.toMatch(
        new RegExp(`[1-9]\\d{4}|${theirs}|${tag}`),
      )
  expect((await who.get(`/reports/entries?${range}&cursor=${entry}`)).json().data.entries).toEqual([])
})

const within = (segments: readonly Segment[], { from, to }: Period) =>
  segments
    .map(([start, end]): Segment => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)

const QUARTER_MS = 15 * MINUTE_MS

/** Computes the rhythm the slow way: looks every quarter of an hour up in the time zone. */
function rhythmOf(segments: readonly Segment[], zone: string) {
  const rhythm = emptyRhythm()
  for (const [start, end] of segments)
    for (let at = start; at < end;) {
      const next = Math.min(end, (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS)
      rhythm[weekdayOf(dateOf(at, zone)) - 1]![hourOf(at, zone)]! += next - at
      at = next
    }
  return rhythm
}

const hoursOf = (rhythm: Rhythm) =>
  rhythm[0]!
    .map((_, hour) => [hour, rhythm.reduce((sum, day) => sum + day[hour]!, 0)])
    .filter(([, milliseconds]) => milliseconds! > 0)

const ZONES = ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
const NOON = Date.parse('2026-03-29T12:00Z')
const aSegment = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 700 }))
const anEntry = fc.record({
  start: fc.integer({ min: -3 * 1440, max: 3 * 1440 }),
  segments: fc.array(aSegment, { minLength: 1, maxLength: 3 }),
  project: fc.nat(1),
  tags: fc.uniqueArray(fc.nat(1)),
})
const aQuery = fc.record({
  zone: fc.constantFrom(...ZONES),
  group: fc.constantFrom(...DIMENSIONS),
  subgroup: fc.constantFrom('project', 'tag', 'day', 'weekday', 'hour', ''),
  rounding: fc.constantFrom('off', 'up', 'down', 'nearest'),
  roundingMinutes: fc.constantFrom('1', '7', '15', '60'),
  roundingPer: fc.constantFrom('entry', 'day'),
})

test('U4 lines add up to their total exactly, rounded or not, for every dimension', async () => {
  const { ann: who, db, make, summary, track } = await ann()
  const projects = [await make('/projects', { name: 'p' }), await make('/projects', { name: 'q' })]
  const tags = [await make('/tags', { name: 'a' }), await make('/tags', { name: 'b' })]
  const law = fc.asyncProperty(
    fc.array(anEntry, { maxLength: 12 }),
    aQuery,
    async (entries, { subgroup, ...query }) => {
      await db.deleteFrom('time_entries').execute()
      const worked = entries.map(({ start, segments }) => {
        let at = NOON + start * MINUTE_MS
        return segments.map(([pause, length]): Segment => {
          const from = (at += pause * MINUTE_MS + 1)
          return [from, (at = from + length * MINUTE_MS + 17)]
        })
      })
      for (const [index, entry] of entries.entries())
        await track({
          project: projects[entry.project]!,
          tags: entry.tags.map((tag) => tags[tag]!),
          worked: worked[index]!.map(([from, to]) => [new Date(from).toISOString(), new Date(to).toISOString()]),
        })
      const [from, to] = [dateOf(NOON - 86_400_000, query.zone), dateOf(NOON + 86_400_000, query.zone)]
      const { total, lines } = await summary({ ...query, ...(subgroup && { subgroup }), from, to })

      const sum = (items: { milliseconds: number }[]) => items.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
      if (query.group !== 'tag') expect(sum(lines)).toBe(total.milliseconds)
      for (const line of lines) if (subgroup && subgroup !== 'tag') expect(sum(line.lines)).toBe(line.milliseconds)
      const inside = worked.map((segments) => timeWithin(segments, periodOf(from, to, query.zone)))
      expect(total.entries).toBe(inside.filter((time) => time > 0).length)
      expect(total.longestMilliseconds).toBe(Math.max(0, ...inside))
      if (query.rounding === 'off') expect(total.milliseconds).toBe(inside.reduce((sum, time) => sum + time, 0))
      const period = periodOf(from, to, query.zone)
      const rhythm = rhythmOf(
        worked.flatMap((segments) => within(segments, period)),
        query.zone,
      )
      const range = { from, to, zone: query.zone }
      const address = new URLSearchParams(range)
      expect((await who.get(`/reports/rhythm?${address.toString()}`)).json().data).toEqual(rhythm)
      const byHour = await summary({ ...range, group: 'hour' })
      expect(byHour.lines.map(({ key, milliseconds }) => [Number(key), milliseconds])).toEqual(hoursOf(rhythm))
      if (query.rounding === 'up') expect(total.milliseconds % (Number(query.roundingMinutes) * MINUTE_MS)).toBe(0)
    },
  )
  await fc.assert(law, { numRuns: 40 })
})
