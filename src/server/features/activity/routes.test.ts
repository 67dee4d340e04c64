import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

/** A Wednesday, three days after the clocks went forward in Madrid. */
const NOW = '2026-04-01T10:00:00Z'

async function annWithProject() {
  const { db, clock, signUp } = await testApp()
  clock.now = Date.parse(NOW)
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p', client: await make('/clients', { name: 'c' }) })
  const activity = async (by: string, zone = 'Europe/Madrid', weekStart = 1) =>
    (await ann.get(`/activity?by=${by}&zone=${encodeURIComponent(zone)}&weekStart=${weekStart}`)).json().data
  return { db, ann, make, project, activity, track: trackTime.bind(undefined, db, ann.user.id) }
}

/** Minutes of twelve weeks, given by how many weeks ago they were. */
const weeks = (minutesByWeeksAgo: Record<number, number>) =>
  Array.from({ length: 12 }, (_, index) => (minutesByWeeksAgo[11 - index] ?? 0) * MINUTE_MS)

// prettier-ignore
const cuts: [what: string, zone: string, from: string, to: string, monthMinutes: number, byWeeksAgo: Record<number, number>][] = [
  ['within a day',                     'Europe/Madrid', '2026-04-01T08:00+02:00', '2026-04-01T08:25+02:00', 25, { 0: 25 }],
  ['over the midnight into Monday',    'Europe/Madrid', '2026-03-29T23:30+02:00', '2026-03-30T00:45+02:00', 0,  { 1: 30, 0: 45 }],
  ['the same as seen from UTC',        'UTC',           '2026-03-29T23:30+02:00', '2026-03-30T00:45+02:00', 0,  { 1: 75 }],
  ['over the midnight into the month', 'Europe/Madrid', '2026-03-31T23:00+02:00', '2026-04-01T01:00+02:00', 60, { 0: 120 }],
  ['over the hour that is left out',   'Europe/Madrid', '2026-03-29T01:30+01:00', '2026-03-29T03:30+02:00', 0,  { 1: 60 }],
  ['into the first of the weeks',      'Europe/Madrid', '2026-01-11T23:00+01:00', '2026-01-12T01:00+01:00', 0,  { 11: 60 }],
  ['over three weeks',                 'Europe/Madrid', '2026-03-15T23:00+01:00', '2026-03-23T01:00+01:00', 0,  { 3: 60, 2: 7 * 24 * 60, 1: 60 }],
  ['planned for later this week',      'Europe/Madrid', '2026-04-05T23:00+02:00', '2026-04-06T01:00+02:00', 120, { 0: 60 }],
]

test.each(cuts)(
  'K10 time %s is split at the weeks and months of %s',
  async (_what, zone, from, to, month, byWeeksAgo) => {
    const { project, activity, track } = await annWithProject()
    await track({ project, worked: [[from, to]] })
    expect(await activity('project', zone)).toEqual([
      { id: project, month: month * MINUTE_MS, weeks: weeks(byWeeksAgo) },
    ])
  },
)

test('K10 weeks begin on the requested weekday', async () => {
  const { project, activity, track } = await annWithProject()
  await track({ project, worked: [['2026-03-28T23:30+01:00', '2026-03-29T00:45+01:00']] })
  expect(await activity('project', 'Europe/Madrid', 7)).toMatchObject([{ weeks: weeks({ 1: 30, 0: 45 }) }])
})

test('K10 neither pauses nor time older than twelve weeks count', async () => {
  const { project, activity, track } = await annWithProject()
  await track({ project, worked: [['2026-01-11T22:00+01:00', '2026-01-12T00:00+01:00']] })
  expect(await activity('project')).toEqual([])
  await track({
    project,
    worked: [
      ['2026-03-31T23:50+02:00', '2026-03-31T23:55+02:00'],
      ['2026-04-01T00:10+02:00', '2026-04-01T00:11+02:00'],
    ],
  })
  expect(await activity('project')).toEqual([{ id: project, month: MINUTE_MS, weeks: weeks({ 0: 6 }) }])
})

test('K10 the same time counts for its project, its client, its task and each of its tags', async () => {
  const { ann, make, project, activity, track } = await annWithProject()
  const task = await make('/tasks', { name: 't', project })
  const tags = [await make('/tags', { name: 'a' }), await make('/tags', { name: 'b' })]
  const alone = await make('/projects', { name: 'without client or task' })
  await track({ project, task, tags, worked: [['2026-04-01T08:00Z', '2026-04-01T08:10Z']] })
  await track({ project, worked: [['2026-03-25T08:00Z', '2026-03-25T08:20Z']] })
  await track({ project: alone, worked: [['2026-04-01T09:00Z', '2026-04-01T09:01Z']] })
  const { client } = (await ann.get(`/projects/${project}`)).json().data

  const both = { month: 10 * MINUTE_MS, weeks: weeks({ 0: 10, 1: 20 }) }
  const one = { month: 10 * MINUTE_MS, weeks: weeks({ 0: 10 }) }
  expect(await activity('project')).toHaveLength(2)
  expect(await activity('project')).toContainEqual({ id: project, ...both })
  expect(await activity('client')).toEqual([{ id: client, ...both }])
  expect(await activity('task')).toEqual([{ id: task, ...one }])
  expect(new Set(await activity('tag'))).toEqual(new Set(tags.map((id) => ({ id, ...one }))))
})

test('S10 activity never counts the time of another user, even under the same ids', async () => {
  const { db, signUp, clock } = await testApp()
  clock.now = Date.parse(NOW)
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const id = '0195a000-0000-7000-8000-00000000000a'
  for (const user of [ann, bob]) {
    await user.post('/clients', { id, name: 'c' })
    await user.post('/projects', { id, name: 'p', client: id })
    await user.post('/tasks', { id, name: 't', project: id })
    await user.post('/tags', { id, name: 't' })
  }
  const entry = await trackTime(db, ann.user.id, {
    project: id,
    task: id,
    tags: [id],
    worked: [['2026-04-01T08:00Z', '2026-04-01T08:10Z']],
  })
  const row = await db.selectFrom('time_entries').selectAll().where('id', '=', entry).executeTakeFirstOrThrow()
  await db
    .insertInto('time_entries')
    .values({ ...row, user_id: bob.user.id })
    .execute()
  for (const by of ['project', 'client', 'task', 'tag']) {
    const path = `/activity?by=${by}&zone=UTC`
    expect((await bob.get(path)).json().data, by).toEqual([])
    expect((await ann.get(path)).json().data, by).toMatchObject([{ id, month: 10 * MINUTE_MS }])
  }
})

// prettier-ignore
test.each([
  ['by=project',                      { zone: 'This field is required' }],
  ['by=project&zone=Europe/Atlantis', { zone: 'This time zone is not known' }],
  ['by=user&zone=UTC',                { by: 'This value is not valid' }],
  ['zone=UTC',                        { by: 'This field is required' }],
])('activity refuses %s', async (query, details) => {
  const { signUp } = await testApp()
  const reply = await (await signUp('Ann')).get(`/activity?${query}`)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual(details)
})
