import { expect, test } from 'vitest'
import type { Goal, GoalProgress } from '#contract/goals/goals.ts'
import type { Overview } from '#contract/overview.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const [HOUR, MINUTE] = [3_600_000, 60_000]
const NONE = { minutes: 0, sessions: 0 }
const daysOf = (count: number, minutes: number, sessions = 0) =>
  Array.from({ length: 7 }, (_, day) => (day < count ? { minutes, sessions } : NONE))
const workDays = daysOf.bind(undefined, 5)
const goal = (from: string, minutes: number, more: Partial<Goal> = {}): Goal => ({
  project: null,
  from,
  days: workDays(minutes),
  week: NONE,
  ...more,
})

/** By default a Wednesday, three days after the clocks went forward in Madrid. */
async function ann(now = '2026-04-01T10:00:00Z') {
  const { db, clock, signUp } = await testApp()
  clock.now = Date.parse(now)
  const user = await signUp('Ann')
  const project = (await user.post('/projects', { name: 'Web' })).json().data.id as string
  const track = trackTime.bind(undefined, db, user.user.id)
  return {
    user,
    project,
    track,
    signUp,
    set: async (goal: Goal) => (await user.put('/goals', goal)).json().data as Goal[],
    list: async () => (await user.get('/goals')).json().data as Goal[],
    progress: async (query: string): Promise<GoalProgress> =>
      (await user.get(`/goals/progress?zone=Europe/Madrid&${query}`)).json().data,
    overview: async (): Promise<Overview> => (await user.get('/overview?zone=Europe/Madrid')).json().data,
    /** Saves a focus session that lasts this part of its 25 minutes. */
    async focus(start: string, { minutes = 25, of = project } = {}) {
      const end = new Date(Date.parse(start) + minutes * MINUTE).toISOString()
      const id = await track({ project: of, worked: [[start, end]] })
      await db
        .updateTable('time_entries')
        .set({ planned_ms: 25 * MINUTE, focus_session_key: id })
        .where('id', '=', id)
        .execute()
    },
  }
}

test('V22 goals are kept with the day from which they count, and setting the same again adds none', async () => {
  const { set, list, project } = await ann()
  expect(await list()).toEqual([])
  const [first, later] = [goal('2026-03-02', 360), goal('2026-04-01', 240)]
  const ofProject = goal('2026-03-09', 60, { project, week: { minutes: 0, sessions: 12 } })
  await set(ofProject)
  await set(later)
  expect(await set(first)).toEqual([first, later, ofProject])
  expect(await set(goal('2026-04-05', 240))).toEqual([first, later, ofProject])
  expect(await list()).toEqual([first, later, ofProject])
  expect(await set(goal('2026-04-01', 0))).toEqual([first, goal('2026-04-01', 0), ofProject])
})

test('V20 each day of the past has the goal of then', async () => {
  const { set, progress, project, track } = await ann()
  await set(goal('2026-03-26', 60))
  await set(goal('2026-03-31', 180))
  await track({ project, worked: [['2026-03-26T09:00+01:00', '2026-03-26T10:00+01:00']] })
  await track({ project, worked: [['2026-03-31T09:00+02:00', '2026-03-31T11:00+02:00']] })
  const { days, weeks, endsToday } = await progress('from=2026-03-01&to=2026-04-30')
  expect(days.map(({ day, target, milliseconds }) => [day, target?.minutes ?? null, milliseconds / HOUR])).toEqual([
    ['2026-03-26', 60, 1],
    ['2026-03-27', 60, 0],
    ['2026-03-28', null, 0],
    ['2026-03-29', null, 0],
    ['2026-03-30', 60, 0],
    ['2026-03-31', 180, 2],
    ['2026-04-01', 180, 0],
  ])
  expect(weeks.map(({ day, target, milliseconds }) => [day, target?.minutes, milliseconds / HOUR])).toEqual([
    ['2026-03-23', 120, 1],
    ['2026-03-30', 60 + 4 * 180, 2],
  ])
  expect(endsToday).toBe(true)
})

test('V23 a day of 23 hours has its own time, and an entry over its midnight counts on both days', async () => {
  const { set, progress, project, track } = await ann()
  await set({ ...goal('2026-03-20', 0), days: daysOf(7, 120) })
  await track({ project, worked: [['2026-03-28T23:00+01:00', '2026-03-29T05:00+02:00']] })
  await track({ project, worked: [['2026-03-29T23:00+02:00', '2026-03-30T01:30+02:00']] })
  const { days } = await progress('from=2026-03-28&to=2026-03-30')
  expect(days.map(({ day, milliseconds }) => [day, milliseconds / HOUR])).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 4 + 1],
    ['2026-03-30', 1.5],
  ])
})

test('V23 completed focus sessions count on the day on which they began, those cut short do not', async () => {
  const { set, progress, focus } = await ann()
  await set({ ...goal('2026-03-30', 0), days: workDays(0, 2) })
  await focus('2026-03-30T09:00:00Z')
  await focus('2026-03-30T21:50:00Z')
  await focus('2026-03-31T09:00:00Z')
  await focus('2026-03-31T10:00:00Z', { minutes: 24 })
  const { days } = await progress('from=2026-03-30&to=2026-03-31')
  expect(days.map(({ day, sessions }) => [day, sessions])).toEqual([
    ['2026-03-30', 2],
    ['2026-03-31', 1],
  ])
})

test('V24 the streak reaches back over the range, and neither rest days nor today break it', async () => {
  const { set, progress, project, track } = await ann()
  await set(goal('2026-03-23', 60))
  for (const day of ['03-24', '03-25', '03-26', '03-27', '03-30', '03-31'])
    await track({ project, worked: [[`2026-${day}T10:00Z`, `2026-${day}T11:00Z`]] })
  expect((await progress('from=2026-04-01&to=2026-04-01')).streak).toEqual({ current: 6, longest: 6 })
  const past = await progress('from=2026-03-01&to=2026-03-15')
  expect(past).toEqual({ days: [], weeks: [], endsToday: false, streak: { current: 6, longest: 6 } })
  await track({ project, worked: [['2026-04-01T08:00Z', '2026-04-01T09:00Z']] })
  expect((await progress('from=2026-04-01&to=2026-04-01')).streak).toEqual({ current: 7, longest: 7 })
})

test('a week begins on the requested day, and is whole at the edges of the range', async () => {
  const { set, progress, project, track } = await ann()
  await set(goal('2026-03-01', 0, { week: { minutes: 600, sessions: 0 } }))
  await track({ project, worked: [['2026-03-22T10:00Z', '2026-03-22T11:00Z']] })
  await track({ project, worked: [['2026-03-28T10:00Z', '2026-03-28T12:00Z']] })
  const weeksOf = async (query: string) =>
    (await progress(query)).weeks.map(({ day, milliseconds }) => [day, milliseconds / HOUR])
  expect(await weeksOf('from=2026-03-24&to=2026-03-25')).toEqual([['2026-03-23', 2]])
  expect(await weeksOf('from=2026-03-24&to=2026-03-25&weekStart=7')).toEqual([['2026-03-22', 3]])
})

test('a goal of a project counts the work on that project', async () => {
  const { user, set, progress, overview, project, track, focus } = await ann()
  const other = (await user.post('/projects', { name: 'Other' })).json().data.id as string
  await set(goal('2026-03-01', 60, { project, week: { minutes: 300, sessions: 4 } }))
  await track({ project, worked: [['2026-03-31T10:00Z', '2026-03-31T11:00Z']] })
  await track({ project: other, worked: [['2026-03-31T11:00Z', '2026-03-31T15:00Z']] })
  // Longer than a day, so it is counted by the query for long segments.
  await track({ project, worked: [['2026-03-27T10:00Z', '2026-03-29T10:00Z']] })
  await track({ project: other, worked: [['2026-03-26T10:00Z', '2026-03-29T11:00Z']] })
  await focus('2026-04-01T08:00:00Z')
  await focus('2026-04-01T09:00:00Z', { of: other })
  const { days } = await progress(`from=2026-03-26&to=2026-04-01&project=${project}`)
  expect(days.map(({ milliseconds, sessions }) => [milliseconds / MINUTE, sessions])).toEqual([
    [0, 0], [13 * 60, 0], [24 * 60, 0], [11 * 60, 0], [0, 0], [60, 0], [25, 1],
  ]) // prettier-ignore
  expect((await overview()).goals).toEqual([
    {
      project,
      day: { target: { minutes: 60, sessions: 0 }, milliseconds: 25 * MINUTE, sessions: 1 },
      week: { target: { minutes: 300, sessions: 4 }, milliseconds: 85 * MINUTE, sessions: 1 },
    },
  ])
})

test('V25 the overview has the goals that count today, with what was done of them', async () => {
  const { set, overview, project, track, focus } = await ann()
  expect((await overview()).goals).toEqual([])
  await set({ ...goal('2026-03-30', 0), days: workDays(360, 8) })
  await set(goal('2026-03-30', 60, { project }))
  await track({ project, worked: [['2026-03-30T10:00Z', '2026-03-30T11:00Z']] })
  await focus('2026-04-01T08:00:00Z')
  const day = { milliseconds: 25 * MINUTE, sessions: 1 }
  const week = { target: null, milliseconds: 85 * MINUTE, sessions: 1 }
  expect((await overview()).goals).toEqual([
    { project: null, day: { ...day, target: { minutes: 360, sessions: 8 } }, week },
    { project, day: { ...day, target: { minutes: 60, sessions: 0 } }, week },
  ])
  await set(goal('2026-04-01', 0))
  expect((await overview()).goals.map((goal) => goal.project)).toEqual([project])
  await set(goal('2026-04-02', 0, { project }))
  expect((await overview()).goals.map((goal) => goal.project)).toEqual([project])
})

test('goals of an unknown project, of too many hours or from an impossible day are refused', async () => {
  const { user, list, signUp } = await ann()
  const bob = await signUp('Bob')
  const theirs = (await bob.post('/projects', { name: 'Theirs' })).json().data.id as string
  const refused = async (body: object) => {
    const reply = await user.put('/goals', body)
    return [reply.statusCode, reply.json().message]
  }
  expect(await refused(goal('2026-04-01', 60, { project: theirs }))).toEqual([404, 'Project not found'])
  expect((await refused(goal('2026-04-01', 25 * 60)))[0]).toBe(400)
  expect((await refused(goal('2026-04-01', -1)))[0]).toBe(400)
  expect((await refused(goal('2026-02-30', 60)))[0]).toBe(400)
  expect((await refused({ ...goal('2026-04-01', 60), days: workDays(60).slice(1) }))[0]).toBe(400)
  expect((await refused(goal('2026-04-01', 60, { week: { minutes: 169 * 60, sessions: 0 } })))[0]).toBe(400)
  expect(await list()).toEqual([])
})

test('deleting a project moves its goals to the trash, and restoring it brings them back', async () => {
  const { user, set, list, project } = await ann()
  const [all, ofProject] = [goal('2026-03-30', 60), goal('2026-03-30', 30, { project })]
  await set(all)
  await set(ofProject)
  await user.delete(`/projects/${project}`)
  expect(await list()).toEqual([all])
  const [item] = (await user.get('/trash')).json().data.items
  await user.post(`/trash/${item.id}/restore`)
  expect(await list()).toEqual([all, ofProject])
})
