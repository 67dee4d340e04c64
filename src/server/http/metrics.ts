import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '#core/version.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'

/** While the database does not answer, `/metrics` replies without the values that are read from it. */
const READ_TIMEOUT_MS = 1_000
const COUNT_INTERVAL_MS = 60_000

/** Creates the Prometheus registry and serves `/metrics`. Labels are route patterns: URLs contain user data. */
export function createMetrics(app: FastifyInstance, token: string | undefined): Registry {
  const registry = new Registry()
  const build = new Gauge({
    name: 'ritmo_build_info',
    help: 'Always 1; the labels are the versions of Ritmo and Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  build.set({ version: VERSION, node: process.version }, 1)
  const duration = new Histogram({
    name: 'ritmo_http_request_duration_seconds',
    help: 'Response time, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.075, 0.15, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', async ({ headers }, reply) => {
    if (token !== undefined && !isEqualInConstantTime(headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal('unauthenticated', 'unauthenticated')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Takes the same time for every token, so that the time does not reveal how much of it is right. */
const isEqualInConstantTime = (actual: string, expected: string) => timingSafeEqual(digest(actual), digest(expected))

interface DatabaseParts {
  db: Db
  now: () => number
  /** Undefined on SQLite. */
  pool?: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined
}

/** Adds metrics of the connection pool, the mail queue and the users. */
export function measureDatabase(registry: Registry, { db, now, pool }: DatabaseParts) {
  const connections = new Gauge({
    name: 'ritmo_database_connections',
    help: 'Connections to PostgreSQL that are used and idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      if (pool === undefined) return
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  addGauge(registry, 'ritmo_mail_waiting', 'Mails that are still to be sent', async () => {
    const { count } = await db
      .selectFrom('emails')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
  addGauge(registry, 'ritmo_mail_oldest_seconds', 'How long the oldest of them has waited', async () => {
    const oldest = await db.selectFrom('emails').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
    return oldest === undefined ? 0 : (now() - oldest.created_at) / 1_000
  })
  const registered = rememberFor(COUNT_INTERVAL_MS, now, async () => {
    const { count } = await db
      .selectFrom('users')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
  const active = rememberFor(COUNT_INTERVAL_MS, now, async () => {
    const { count } = await db
      .selectFrom('sessions')
      .select((row) => row.fn.count<number | string>('user_id').distinct().as('count'))
      .where('seen_at', '>', now() - DAY_MS)
      .executeTakeFirstOrThrow()
    return Number(count)
  })
  addGauge(registry, 'ritmo_users_registered', 'Accounts', registered)
  addGauge(registry, 'ritmo_users_active', 'Accounts that were used within the last 24 hours', active)
}

/** Counting reads the whole table, so the result of an earlier request is used for a while. */
function rememberFor(intervalMs: number, now: () => number, read: () => Promise<number>) {
  let last: { at: number; value: number } | undefined
  return async () => {
    if (last === undefined || Math.abs(now() - last.at) >= intervalMs) last = { at: now(), value: await read() }
    return last.value
  }
}

/** Adds a gauge whose value is read for each request of `/metrics`. */
export function addGauge(registry: Registry, name: string, help: string, read: () => Promise<number>) {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const timeout = sleep(READ_TIMEOUT_MS, Number.NaN, { ref: false })
      gauge.set(await Promise.race([read().catch(() => Number.NaN), timeout]))
    },
  })
}
