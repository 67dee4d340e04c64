import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Site } from '#server/operations/site-database.ts'
import { partitionByUser, testApp, testDatabaseUrl } from './test-app.ts'

/** An empty data folder and, on PostgreSQL, an empty database. */
export async function testSite(isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-site-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  if (!isOnPostgres) return { dataDir, databaseUrl: undefined }
  const url = new URL(await testDatabaseUrl())
  // Other tests use the same PostgreSQL server; the name identifies the connections of this site.
  url.searchParams.set('application_name', `site-${randomBytes(6).toString('hex')}`)
  return { dataDir, databaseUrl: url.href }
}

/** Starts the whole server on a site. It stops with the test. */
export async function testAppOn(site: Site) {
  const database = connect(site)
  await migrate(database)
  if (site.databaseUrl !== undefined) await partitionByUser(new URL(site.databaseUrl))
  return testApp({}, 'nowhere', Promise.resolve(database))
}
