import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Site } from '#server/operations/site-database.ts'
import { testApp, testDatabaseUrl } from './test-app.ts'

/** A folder and, unless the test wants SQLite, a database on the engine under test, both still empty. */
export async function testSite(isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-site-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  if (!isOnPostgres) return { dataDir, databaseUrl: undefined }
  const url = new URL(await testDatabaseUrl())
  // Other tests use the same server: who is connected to this site must be told from them.
  url.searchParams.set('application_name', `site-${randomBytes(6).toString('hex')}`)
  return { dataDir, databaseUrl: url.href }
}

/** The whole server on a site. It ends with the test. */
export async function testAppOn(site: Site) {
  const database = connect(site)
  await migrate(database)
  return testApp({}, 'nowhere', Promise.resolve(database))
}
