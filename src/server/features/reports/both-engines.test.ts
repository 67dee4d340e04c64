import { expect, test } from 'vitest'
import { DIMENSIONS } from '#core/report/dimensions.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { testApp, testDatabase, testSqlite } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const YEAR = 'from=2026-01-01&to=2026-12-31&zone=Europe/Madrid'
const ID = (kind: string, index: number) => `0195a000-0000-7000-8000-${kind}${String(index).padStart(11, '0')}`

const QUERIES = [
  ...DIMENSIONS.map(
    (group, index) => `summary?group=${group}&subgroup=${DIMENSIONS[(index + 4) % DIMENSIONS.length]!}&${YEAR}`,
  ),
  `summary?group=project&subgroup=tag&rounding=nearest&roundingMinutes=6&${YEAR}`,
  `summary?group=task&subgroup=day&rounding=up&roundingPer=day&${YEAR}`,
  `series?step=week&group=project&${YEAR}`,
  `rhythm?${YEAR}`,
  `entries?limit=500&${YEAR}`,
  `estimates?${YEAR}`,
  `summary?group=project&tags=${ID('d', 0)},none&search=project%201&${YEAR}`,
]

/** Tracks a year of work with fixed ids and times. */
async function trackYear(parts: Awaited<ReturnType<typeof testApp>>) {
  const ann = await parts.signUp('Ann')
  await ann.post('/clients', { id: ID('a', 0), name: 'Client' })
  for (const project of [0, 1, 2]) {
    const client = project === 0 ? ID('a', 0) : null
    await ann.post('/projects', { id: ID('b', project), name: `Project ${project}`, client })
    const estimate = { unit: 'minutes', amount: 60 * (project + 1) }
    await ann.post('/tasks', { id: ID('c', project), name: `Task ${project}`, project: ID('b', project), estimate })
    await ann.post('/tags', { id: ID('d', project), name: `Tag ${project}` })
  }
  let at = Date.parse('2025-12-31T20:00Z')
  for (let index = 0; index < 500; index += 1) {
    at += ((index * 7919) % 2_600) * MINUTE_MS + index
    const times = [at, at + 50 * MINUTE_MS + index, at + 70 * MINUTE_MS, at + (70 + (index % 200)) * MINUTE_MS]
    const [a, b, c, d] = times.map((time) => new Date(time).toISOString()) as [string, string, string, string]
    await trackTime(parts.db, ann.user.id, {
      id: ID('e', index),
      project: ID('b', index % 3),
      ...(index % 4 > 0 && { task: ID('c', index % 3) }),
      tags: [0, 1, 2].filter((tag) => (index >> tag) % 2 === 1).map((tag) => ID('d', tag)),
      worked: index % 200 > 0 ? [[a, b], [c, d]] : [[a, b]], // prettier-ignore
    })
  }
  return ann
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  'SQLite and PostgreSQL give the same reports of the same entries',
  async () => {
    const [one, other] = [
      await trackYear(await testApp({}, 'nowhere', testSqlite())),
      await trackYear(await testApp({}, 'nowhere', testDatabase())),
    ]
    for (const query of QUERIES) {
      const [reply, otherReply] = [await one.get(`/reports/${query}`), await other.get(`/reports/${query}`)]
      expect(reply.statusCode).toBe(200)
      expect(reply.body.length).toBeGreaterThan(200)
      expect(otherReply.body.replaceAll(other.user.id, one.user.id) === reply.body, query).toBe(true)
    }
  },
)
