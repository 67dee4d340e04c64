import { expect, test } from 'vitest'
import type { WeekReview } from '#contract/goals/review.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

async function ann() {
  const { db, clock, signUp } = await testApp()
  clock.now = Date.parse('2026-04-08T10:00:00Z')
  const user = await signUp('Ann')
  const make = async (path: string, draft: object) => (await user.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'Web' })
  return {
    user,
    make,
    project,
    track: trackTime.bind(undefined, db, user.user.id),
    read: async (day: string, weekStart = 1): Promise<WeekReview> =>
      (await user.get(`/review?zone=Europe/Madrid&day=${day}&weekStart=${weekStart}`)).json().data,
  }
}

test('V28 the review of a week without work is empty, and has its days', async () => {
  const { read } = await ann()
  const review = await read('2026-04-01')
  expect(review).toMatchObject({ from: '2026-03-30', to: '2026-04-05', milliseconds: 0, projects: [], longest: null })
  expect(review.days.map(({ day, milliseconds }) => [day.slice(-2), milliseconds])).toEqual(
    ['30', '31', '01', '02', '03', '04', '05'].map((day) => [day, 0]),
  )
  expect((await read('2026-04-01', 7)).from).toBe('2026-03-29')
})

test('V28 the review has what went into what, the hours, the longest focus, and the average of four weeks before', async () => {
  const { make, project, track, read } = await ann()
  const task = await make('/tasks', { name: 'Draw', project })
  const other = await make('/projects', { name: 'Other' })
  // The week of the change of clocks, in which one hour is missing.
  await track({ project, task, worked: [['2026-03-29T01:30+01:00', '2026-03-29T03:30+02:00']] })
  await track({ project, worked: [['2026-03-23T09:00+01:00', '2026-03-23T09:40+01:00']] })
  await track({
    project: other,
    worked: [
      ['2026-03-24T09:30+01:00', '2026-03-24T10:30+01:00'],
      ['2026-03-24T11:00+01:00', '2026-03-24T11:30+01:00'],
    ],
  })
  await track({ project, worked: [['2026-03-22T23:00+01:00', '2026-03-23T00:20+01:00']] })
  await track({ project, worked: [['2026-02-23T10:00+01:00', '2026-02-23T12:00+01:00']] })
  await track({ project, worked: [['2026-02-22T10:00+01:00', '2026-02-22T12:00+01:00']] })
  const review = await read('2026-03-26')
  expect(review.milliseconds).toBe((60 + 40 + 90 + 20) * MINUTE_MS)
  expect(review.projects).toEqual([
    {
      project,
      milliseconds: 120 * MINUTE_MS,
      before: 45 * MINUTE_MS,
      tasks: [
        { task, milliseconds: 60 * MINUTE_MS },
        { task: null, milliseconds: 60 * MINUTE_MS },
      ],
    },
    { project: other, milliseconds: 90 * MINUTE_MS, before: 0, tasks: [{ task: null, milliseconds: 90 * MINUTE_MS }] },
  ])
  expect(review.before).toEqual({ milliseconds: 45 * MINUTE_MS, sessions: 0 })
  expect(review.days.map(({ milliseconds }) => milliseconds / MINUTE_MS)).toEqual([60, 90, 0, 0, 0, 0, 60])
  expect(review.days[1]!.projects).toEqual([{ project: other, milliseconds: 90 * MINUTE_MS }])
  const hours = review.hours.flatMap((time, hour) => (time > 0 ? [[hour, time / MINUTE_MS]] : []))
  expect(hours).toEqual([[0, 20], [1, 30], [3, 30], [9, 70], [10, 30], [11, 30]]) // prettier-ignore
  expect(review.longest).toEqual({
    project: other,
    task: null,
    start: '2026-03-24T08:30:00.000Z',
    end: '2026-03-24T10:30:00.000Z',
    milliseconds: 90 * MINUTE_MS,
  })
})

test('V28 the review has the goals of then', async () => {
  const { user, project, track, read } = await ann()
  const rest = { minutes: 0, sessions: 0 }
  const daysOf = (minutes: number) => Array.from({ length: 7 }, (_, day) => (day < 5 ? { minutes, sessions: 0 } : rest))
  await user.put('/goals', { project: null, from: '2026-03-24', days: daysOf(60), week: rest })
  await user.put('/goals', { project: null, from: '2026-03-27', days: daysOf(90), week: rest })
  await track({ project, worked: [['2026-03-24T09:00+01:00', '2026-03-24T10:15+01:00']] })
  const { days, week } = await read('2026-03-26')
  expect(days.map(({ target }) => target?.minutes ?? null)).toEqual([null, 60, 60, 60, 90, null, null])
  expect(week).toEqual({ target: { minutes: 270, sessions: 0 }, milliseconds: 75 * MINUTE_MS, sessions: 0 })
})
