import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { fillCalendar, type RunningWork, addRunningWork } from './running-work.ts'

const at = (time: string) => Date.parse(`2026-04-01T${time}:00Z`)
const time = (moment: string) => new Date(at(moment)).toISOString()

function entry(id: string, project: string, start: string, end: string) {
  const segments = [{ start: time(start), end: time(end) }]
  const times = { startTime: time(start), endTime: time(end), duration: at(end) - at(start) }
  const subject = { user: 'u', project, task: null, tags: [], notes: '', isRunning: false }
  return { id, ...subject, ...times, segments, createdAt: time(start), updatedAt: time(end) }
}

/** Half an hour of today on `a`, and an hour the day before yesterday on `b`. */
const OVERVIEW: Overview = {
  today: {
    day: '2026-04-01',
    start: time('00:00'),
    end: new Date(at('00:00') + 24 * 60 * MINUTE_MS).toISOString(),
    milliseconds: 30 * MINUTE_MS,
    segments: [{ start: time('08:00'), end: time('08:30'), project: 'a' }],
    entryCount: 1,
    entries: [entry('e', 'a', '08:00', '08:30')],
  },
  week: {
    milliseconds: 90 * MINUTE_MS,
    projects: [
      { project: 'b', milliseconds: 60 * MINUTE_MS },
      { project: 'a', milliseconds: 30 * MINUTE_MS },
    ],
    days: [
      { day: '2026-03-30', milliseconds: 60 * MINUTE_MS },
      { day: '2026-03-31', milliseconds: 0 },
      { day: '2026-04-01', milliseconds: 30 * MINUTE_MS },
    ],
  },
  heatmap: {
    firstDay: '2026-03-23',
    days: [
      { day: '2026-03-30', milliseconds: 60 * MINUTE_MS },
      { day: '2026-04-01', milliseconds: 30 * MINUTE_MS },
    ],
  },
  streak: { current: 1, longest: 1 },
  averageMilliseconds: 45 * MINUTE_MS,
  goals: [null, 'a', 'b'].map((project) => ({
    project,
    day: { target: { minutes: 60, sessions: 2 }, milliseconds: 30 * MINUTE_MS, sessions: 1 },
    week: { target: null, milliseconds: 90 * MINUTE_MS, sessions: 1 },
  })),
}

const run = (projectId: string, ...worked: [from: string, to: string][]): RunningWork => {
  const segments = worked.map(([from, to]): Segment => [at(from), at(to)])
  return { projectId, segments, isContinuing: false, startedAt: segments[0]![0], elapsedMs: totalOf(segments) }
}
const continueEntry = (projectId: string, ...worked: [from: string, to: string][]): RunningWork => ({
  ...run(projectId, ...worked),
  isContinuing: true,
})

test('V6 without running work the overview stays the same', () => {
  expect(addRunningWork(OVERVIEW, null)).toBe(OVERVIEW)
})

test('V6 running work counts in every figure that it will change when saved', () => {
  const updated = addRunningWork(OVERVIEW, run('a', ['09:00', '09:30'], ['09:40', '09:50']))
  expect(updated.today.milliseconds).toBe(70 * MINUTE_MS)
  expect(updated.today.segments.map(({ start, end }) => [start, end])).toEqual([
    [time('08:00'), time('08:30')],
    [time('09:00'), time('09:30')],
    [time('09:40'), time('09:50')],
  ])
  expect(updated.week).toEqual({
    milliseconds: 130 * MINUTE_MS,
    projects: [
      { project: 'a', milliseconds: 70 * MINUTE_MS },
      { project: 'b', milliseconds: 60 * MINUTE_MS },
    ],
    days: [...OVERVIEW.week.days.slice(0, 2), { day: '2026-04-01', milliseconds: 70 * MINUTE_MS }],
  })
  expect(updated.heatmap.days.at(-1)).toEqual({ day: '2026-04-01', milliseconds: 70 * MINUTE_MS })
  expect(updated.averageMilliseconds).toBe(65 * MINUTE_MS)
  expect(updated.goals.map(({ day, week }) => [day.milliseconds / MINUTE_MS, week.milliseconds / MINUTE_MS])).toEqual([
    [70, 130],
    [70, 130],
    [30, 90],
  ])
})

// prettier-ignore
const PARTS: [what: string, running: RunningWork, minutes: number][] = [
  ['a continued entry counts only new time', continueEntry('a', ['08:00', '08:40'], ['08:40', '08:55']), 25],
  ['a continued entry without a gap',           continueEntry('a', ['08:00', '09:00']),                     30],
  ['an entry that was extended while it is continued', continueEntry('a', ['08:00', '08:20'], ['08:20', '08:40']), 10],
  ['an overlap with another entry counts, as it will when saved', run('b', ['08:10', '08:30']),   20],
  ['work before midnight counts for yesterday', { ...run('b', ['00:00', '00:10']), segments: [[at('00:00') - 5 * MINUTE_MS, at('00:10')]] }, 10],
  ['work only yesterday',                       { ...run('b', ['00:00', '00:10']), segments: [[at('00:00') - 5 * MINUTE_MS, at('00:00')]] }, 0],
]

test.each(PARTS)('V6 %s', (_what, running, minutes) => {
  const updated = addRunningWork(OVERVIEW, running)
  expect(updated.today.milliseconds - OVERVIEW.today.milliseconds).toBe(minutes * MINUTE_MS)
})

test('V6 a continued entry does not count the time of other entries before it was continued, but counts overlaps after that', () => {
  const others = [entry('f', 'b', '09:00', '09:30'), entry('g', 'b', '10:05', '10:10')]
  const today = {
    ...OVERVIEW.today,
    milliseconds: 65 * MINUTE_MS,
    segments: [
      ...OVERVIEW.today.segments,
      ...others.flatMap(({ segments }) => segments.map((part) => ({ ...part, project: 'b' }))),
    ],
    entries: [...others, ...OVERVIEW.today.entries],
  }
  const updated = addRunningWork({ ...OVERVIEW, today }, continueEntry('a', ['08:00', '10:00'], ['10:00', '10:10']))
  expect(updated.today.milliseconds).toBe((130 + 5) * MINUTE_MS)
})

test('V6 totals of today, its segments, the week and its projects always agree', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 400 * MINUTE_MS }), { minLength: 1, maxLength: 7 })
  const start = fc.integer({ min: at('00:00') - 120 * MINUTE_MS, max: at('23:00') })
  const anyProject = fc.constantFrom('a', 'b', 'new')
  const property = fc.property(start, lengths, anyProject, fc.boolean(), (start, lengths, projectId, isContinuing) => {
    const segments: Segment[] = []
    lengths.reduce((from, length, index) => {
      if (index % 2 === 0) segments.push([from, from + length])
      return from + length
    }, start)
    const running = { startedAt: start, segments, isContinuing, projectId, elapsedMs: totalOf(segments) }
    const updated = addRunningWork(OVERVIEW, running)
    const added = updated.today.milliseconds - OVERVIEW.today.milliseconds
    const sum = (parts: { milliseconds: number }[]) => parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
    expect(totalOf(updated.today.segments.map(({ start, end }) => [Date.parse(start), Date.parse(end)]))).toBe(
      updated.today.milliseconds,
    )
    expect(updated.week.milliseconds - OVERVIEW.week.milliseconds).toBe(added)
    expect([sum(updated.week.projects), sum(updated.week.days)]).toEqual([
      updated.week.milliseconds,
      updated.week.milliseconds,
    ])
    expect(sum(updated.heatmap.days) - sum(OVERVIEW.heatmap.days)).toBe(added)
  })
  fc.assert(property)
})

test('V6 the first work of a day extends the streak at once', () => {
  const withoutToday = { ...OVERVIEW, today: { ...OVERVIEW.today, milliseconds: 0, segments: [], entries: [] } }
  const heatmap = { firstDay: '2026-03-23', days: [{ day: '2026-03-31', milliseconds: 1 }] }
  const updated = addRunningWork(
    { ...withoutToday, heatmap, streak: { current: 1, longest: 1 } },
    run('a', ['09:00', '09:01']),
  )
  expect(updated.streak).toEqual({ current: 2, longest: 2 })
})

test('the calendar has every day from the first to the last, across months', () => {
  expect(fillCalendar('2026-02-27', '2026-03-02', [{ day: '2026-03-01', milliseconds: 5 }])).toEqual([
    { date: '2026-02-27', milliseconds: 0 },
    { date: '2026-02-28', milliseconds: 0 },
    { date: '2026-03-01', milliseconds: 5 },
    { date: '2026-03-02', milliseconds: 0 },
  ])
})
