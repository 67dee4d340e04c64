import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect, type Database, openSqlite } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { vapidKeysOf } from '#server/vapid.ts'
import { startMailServer } from './mail-server.ts'

/** The whole server with a database of its own, on the engine under test. It ends with the test. */
export async function testApp(
  environment: Record<string, string> = {},
  webDir = 'nowhere',
  opened: Promise<Database> = testDatabase(),
) {
  const clock = { now: Date.parse('2026-03-02T09:00:00Z') }
  const database = await opened
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...environment })
  const sessionSecret = 'a secret that only the tests have, 32+'
  const vapidKeys = vapidKeysOf(Buffer.alloc(32, 7))
  const now = () => clock.now
  const app = await createApp({ config, ...database, sessionSecret, vapidKeys, now, checkReplies: true, webDir })
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  /** A call without a session. */
  const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
  return {
    app,
    db: database.db,
    clock,
    config,
    sessionSecret,
    vapidKeys,
    post,
    signUp: (name: string) => signUp(app, name),
  }
}

/** A mail server for one test, and the setting that points to it. */
export async function testMail() {
  const server = await startMailServer()
  onTestFinished(server.stop)
  return { ...server, settings: { SMTP_URL: server.url, PUBLIC_URL: 'https://ritmo.example.org' } }
}

/** A migrated database, empty, dropped when the test ends. */
export async function testDatabase(): Promise<Database> {
  return process.env['TEST_DATABASE_URL']
    ? migrated(connect({ databaseUrl: await testDatabaseUrl(), dataDir: '' }))
    : testSqlite()
}

export const testSqlite = () => migrated(openSqlite(':memory:'))

async function migrated(database: Database) {
  await migrate(database)
  return database
}

/** An empty PostgreSQL for one test: a schema of its own, far cheaper than a database (docs/decisions/0005). */
export async function testDatabaseUrl() {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const schema = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(url, `create schema ${schema}`)
  onTestFinished(() => asAdmin(url, `drop schema ${schema} cascade`))
  return `${url.href}?options=-c%20search_path%3D${schema}`
}

async function asAdmin(url: URL, statement: string) {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A user as the API sees one: calls with their token. */
async function signUp(app: FastifyInstance, name: string) {
  const payload = { name, email: `${name.toLowerCase()}@example.org`, password: 'Correct horse 1' }
  const reply = await app.inject({ method: 'POST', url: '/api/users/register', payload })
  const { token, user } = reply.json().data
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => (path: string, body?: object) =>
    app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    })
  return { token, user, get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') }
}
