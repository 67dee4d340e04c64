import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newId } from '#server/db/values.ts'
import { insertUser } from '#server/features/users/queries.ts'
import { createSessions } from '#server/features/users/sessions/sessions.ts'
import { issueToken } from '#server/features/users/one-time-tokens.ts'
import { withSnapshot } from '#server/operations/site-database.ts'
import { listTables } from '#server/operations/tables.ts'
import { runAllChecks } from '#server/operations/verify.ts'
import { testApp, testDatabase } from '#server/testing/test-app.ts'
import { filled, MAKERS, PASSWORD, type Sample, SAMPLES, SHORT_RUN } from './samples.ts'

/** Every endpoint of the contract by its name, such as `projects.read`. */
export const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${resource}.${name}`, endpoint] as const),
  ),
)

/** Whoever has one of these may use it: it is a proof, not a name. */
export const PROOFS = ['email', 'resetToken', 'verifyToken', 'endpoint']

/** A user, and one of everything that a call can name. */
export interface Caller {
  userId: string
  token: string
  things: Record<string, string>
}

export interface Request {
  method: NonNullable<InjectOptions['method']>
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Of little worth, and so quickly checked. */
const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 })

/** A server that tells what it keeps of a user, and lets in new ones without the time that a password takes. */
export async function openSite(environment: Record<string, string> = {}) {
  const opening = testDatabase()
  const { app, db, clock, sessionSecret, log } = await testApp(
    { LOG_LEVEL: 'error', ...environment },
    'nowhere',
    opening,
  )
  const database = await opening
  const tables = await listTables(db, database.engine)
  const sessions = createSessions(sessionSecret, () => clock.now)
  const openSession = (userId: string) =>
    sessions.create(db, userId, { headers: {}, ip: '127.0.0.1' } as unknown as FastifyRequest)

  async function newcomer(): Promise<Caller> {
    const userId = newId(clock.now)
    const email = `${userId}@example.org`
    await insertUser(db, { id: userId, name: 'Canary person', email, password_hash: passwordHash }, clock.now)
    const things: Caller['things'] = {
      email,
      session: (await sessions.find(db, await openSession(userId)))!.id,
      resetToken: await issueToken(db, 'reset', { userId, email }, clock.now),
      verifyToken: await issueToken(db, 'verify', { userId, email }, clock.now),
      endpoint: `https://fcm.googleapis.com/${userId}`,
    }
    const caller = { userId, token: await openSession(userId), things }
    for (const [thing, name] of Object.entries({ ...MAKERS, import: 'imports.create' }))
      things[thing] = (await make(app, caller, name)).data.id
    await make(app, caller, 'push.subscribe')
    return caller
  }

  /** All that the database has of a user. */
  async function rowsOf({ userId }: Caller) {
    const rows: Record<string, string[]> = {}
    for (const { name, columns } of tables) {
      const owner = name === 'users' ? 'id' : 'user_id'
      if (!columns.some((column) => column.name === owner)) continue
      const query = db.selectFrom(name as 'tasks').selectAll()
      const found = await query.where(owner as 'user_id', '=', userId).execute()
      rows[name] = found.map((row) => JSON.stringify(row)).toSorted()
    }
    return rows
  }

  return { app, database, tables, complaints: log, newcomer, rowsOf, openSession }
}

export type Site = Pick<Awaited<ReturnType<typeof openSite>>, 'app' | 'database' | 'complaints' | 'rowsOf'>

/** Watches over a user and the server. Whatever others do: nothing of hers changes, and nothing of ours breaks. */
export async function watchOver({ app, database, complaints, rowsOf }: Site, victim: Caller) {
  const before = await rowsOf(victim)
  return async function expectNoHarm() {
    expect(complaints).toEqual([])
    expect(await rowsOf(victim)).toEqual(before)
    const findings = await withSnapshot(database, (db) => runAllChecks(db, database.engine))
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([])
    expect((await app.inject('/ready')).statusCode).toBe(200)
  }
}

/** Lets the timer of a caller run, so that there is a run, a device and a command to name. */
export async function runTimer(app: FastifyInstance, caller: Caller) {
  const made: Record<string, string> = {}
  const body = filled({ commands: SHORT_RUN }, filler(caller, made))
  await succeed(app, requestFor('timer.command', { body }, caller.token))
  for (const thing of ['run', 'device', 'command']) caller.things[thing] = made[`new.${thing}`]!
}

/** Makes something of which the caller has none yet. */
export const make = (app: FastifyInstance, caller: Caller, name: string) =>
  succeed(app, requestFor(name, filled(SAMPLES[name]!, filler(caller)), caller.token))

async function succeed(app: FastifyInstance, request: Request): Promise<{ data: { id: string } }> {
  const reply = await app.inject(request)
  if (reply.statusCode >= 400) throw new Error(`${request.url} does not work: ${reply.body}`)
  return reply.json()
}

/** Fills a sample with the caller's own things, and with new ids that are the same wherever they have the same name. */
export function filler({ things }: Caller, made: Record<string, string> = {}) {
  return (mark: string) => (mark.startsWith('new.') ? (made[mark] ??= randomUUID()) : things[mark])
}

/** A sample as a request, however it was spoiled. */
export function requestFor(name: string, { params = {}, query, body, file }: Sample, token?: string): Request {
  const { method, path } = ENDPOINTS.get(name)!
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => inAddress(params[part] ?? ''))
  const payload = file ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    method,
    url: `/api${address}${query ? `?${queryOf(query)}` : ''}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': file === undefined ? 'application/json' : 'text/csv' }),
    },
    ...(payload !== undefined && { payload }),
  }
}

/** Lists become the same key again and again, and objects keys in brackets, as many programs write them. */
function queryOf(query: Record<string, unknown>) {
  const pairs = Object.entries(query).flatMap(([key, value]): [string, unknown][] => {
    if (Array.isArray(value)) return value.map((item) => [key, item])
    if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[key, value]]
    return Object.entries(value).map(([part, item]) => [`${key}[${part}]`, item])
  })
  return pairs.map(([key, value]) => `${inAddress(key)}=${inAddress(value)}`).join('&')
}

const inAddress = (value: unknown) => encodeURIComponent(String(value).toWellFormed())
