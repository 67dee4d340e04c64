import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { checkArchive } from '#server/operations/archive.ts'
import type { Site } from '#server/operations/site-database.ts'
import { testApp } from '#server/testing/test-app.ts'
import { testSite } from '#server/testing/test-site.ts'

const LAST_SUCCESS = 'ritmo_backup_last_success_timestamp_seconds'
const LAST_SIZE = 'ritmo_backup_last_size_bytes'
const FAILURES = 'ritmo_backup_failures_total'
/** A backup starts a process, which takes long on a busy machine. */
const SLOW = { timeout: 45_000 }
const TEST_TIMEOUT_MS = 180_000
const runsOf = (outcome: string) => `ritmo_job_duration_seconds_count{name="backup",outcome="${outcome}"}`

/** A server whose clock stands still at a time when one backup is due. */
async function startServer({ dataDir, databaseUrl }: Site) {
  const database = connect({ dataDir, databaseUrl })
  await migrate(database)
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', BACKUP_EVERY: '6s', LOG_LEVEL: 'error' }
  const server = await testApp(settings, 'nowhere', Promise.resolve(database))
  const readMetric = async (name: string) => {
    const { body } = await server.app.inject('/metrics')
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    )
  }
  server.clock.now = Date.now() + 6_500
  await server.app.listen({ port: 0 })
  return { ...server, readMetric }
}

test(
  'O54 a server makes a due backup by itself, of several servers one, and all tell its time and size',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const site = await testSite()
    const servers = [await startServer(site)]
    const createdAt = await servers[0]!.readMetric(LAST_SUCCESS)
    expect(createdAt).toBeGreaterThan(Date.now() / 1_000 - 600)
    if (site.databaseUrl !== undefined) servers.push(await startServer(site))
    const folder = join(site.dataDir, 'backups')
    for (const { readMetric } of servers) {
      await expect.poll(() => readMetric(LAST_SIZE), SLOW).toBeGreaterThan(500)
      expect(await readMetric(LAST_SUCCESS)).toBeGreaterThan(createdAt)
      // Further runs of the job find nothing to do.
      const runs = await readMetric(runsOf('done'))
      await expect.poll(() => readMetric(runsOf('done'))).toBeGreaterThan(runs + 1)
      expect(await readMetric(FAILURES)).toBe(0)
    }
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(Object.keys((await checkArchive(join(folder, name))).tallies)).toContain('time_entries')
  },
)

test('O54 a failed backup is counted and logged, and tried again later', { timeout: TEST_TIMEOUT_MS }, async () => {
  const site = await testSite()
  const folder = join(site.dataDir, 'backups')
  writeFileSync(folder, 'no folder')
  const { readMetric, log, clock } = await startServer(site)
  await expect.poll(() => readMetric(FAILURES), SLOW).toBe(1)
  await expect.poll(() => readMetric(runsOf('done'))).toBeGreaterThan(1)
  expect(await readMetric(FAILURES)).toBe(1)
  expect(await readMetric(LAST_SIZE)).toBe(0)
  expect(log.join('')).toContain('"job":"backup"')
  rmSync(folder)
  mkdirSync(folder)
  clock.now += 9_000
  await expect.poll(() => readMetric(LAST_SIZE), SLOW).toBeGreaterThan(500)
  expect(readdirSync(folder)).toHaveLength(1)
})
