import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { lockDataDir } from '#server/db/sqlite/data-dir-lock.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { trackTime } from '#server/testing/track-time.ts'
import { move } from './move.ts'
import { sqliteFile } from './site-database.ts'
import { verify } from './verify.ts'

const YEAR = 'from=2026-01-01&to=2026-12-31&zone=Europe/Madrid'
const REPORT_QUERIES = [
  ...['client', 'project', 'task', 'tag', 'month'].map((group) => `summary?group=${group}&subgroup=weekday&${YEAR}`),
  `series?step=week&group=project&${YEAR}`,
  `rhythm?${YEAR}`,
  `entries?limit=500&${YEAR}`,
]

/** A SQLite site with a year of entries of one user, and a running timer. */
async function siteWithYear() {
  const site = await testSite(false)
  const parts = await testAppOn(site)
  const ann = await parts.signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'Ça va — 漢字' })
  const projects = [await make('/projects', { name: 'A', client }), await make('/projects', { name: 'B' })]
  const task = await make('/tasks', { name: 'Task', project: projects[0] })
  const tags = [await make('/tags', { name: 'é' }), await make('/tags', { name: 'E' })]
  for (let index = 0; index < 200; index += 1) {
    const at = Date.parse('2026-01-01T06:00Z') + index * 44 * 60 * MINUTE_MS
    const [from, to] = [at, at + (index + 1) * MINUTE_MS].map((time) => new Date(time).toISOString()) as [
      string,
      string,
    ]
    const [project, tag] = [projects[index % 2]!, tags[index % 3]]
    await trackTime(parts.db, ann.user.id, {
      project,
      ...(index % 4 === 0 && { task }),
      tags: tag === undefined ? [] : [tag],
      worked: [[from, to]],
    })
  }
  const device = createTimerDevice(ann, parts.clock)
  device.start(projects[0]!)
  await device.send()
  const readReplies = async (app: typeof parts.app) => {
    const headers = { authorization: `Bearer ${ann.token}` }
    const paths = [...REPORT_QUERIES.map((query) => `/reports/${query}`), '/timer', '/time-entries', '/projects']
    return Promise.all(paths.map(async (path) => (await app.inject({ url: `/api${path}`, headers })).body))
  }
  return { site, app: parts.app, readReplies }
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  'O33 after a move to PostgreSQL every reply is the same as before',
  async () => {
    const { site, app, readReplies } = await siteWithYear()
    const replies = await readReplies(app)
    await app.close()
    const { databaseUrl } = await testSite()
    const target = { ...site, databaseUrl }
    const before = readFileSync(sqliteFile(site))
    const { tallies } = await move(target)
    expect(readFileSync(sqliteFile(site)).equals(before)).toBe(true)
    expect(tallies).toMatchObject({ time_entries: { rows: 200 }, timer_runs: { rows: 1 } })
    expect((await verify(target)).filter(({ wrong }) => wrong > 0)).toEqual([])
    expect(await readReplies((await testAppOn(target)).app)).toEqual(replies)
    expect(replies[0]!.length).toBeGreaterThan(500)
    await expect(move(target)).rejects.toThrow(/A Ritmo still uses/)
  },
)

test.runIf(process.env['TEST_DATABASE_URL'])('O33 a move is refused while a server uses the SQLite file', async () => {
  const { site } = await siteWithYear()
  const lock = lockDataDir(site.dataDir)
  const { databaseUrl } = await testSite()
  await expect(move({ ...site, databaseUrl })).rejects.toThrow(`Another Ritmo already uses ${site.dataDir}`)
  lock.release()
})

test('O33 a move without DATABASE_URL is refused', async () => {
  const site = await testSite(false)
  await expect(move(site)).rejects.toThrow('Set DATABASE_URL')
})
