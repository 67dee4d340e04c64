import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { EVENT_TYPES } from '#core/webhooks/event-types.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { insertUser } from '#server/features/users/queries.ts'
import { insertIdentity } from '#server/features/users/openid/identities.ts'
import { insertProviderSession } from '#server/features/users/openid/provider-sessions.ts'
import { insertToken } from '#server/features/tokens/queries.ts'
import { createSessions } from '#server/features/users/sessions/sessions.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { issueEventToken } from '#server/features/users/not-me/links.ts'
import { insertPasskey } from '#server/features/users/passkeys/queries.ts'
import { insertWebhook } from '#server/features/webhooks/queries.ts'
import { addDeliveries } from '#server/outbound/record-events.ts'
import { createRestoreLink, issueRestoreToken } from '#server/features/users/email-recovery/restore-links.ts'
import { issueToken } from '#server/features/users/one-time-tokens.ts'
import { withSnapshot } from '#server/operations/site-database.ts'
import { listTables } from '#server/operations/tables.ts'
import { runAllChecks } from '#server/operations/verify.ts'
import { testApp, testDatabase } from '#server/testing/test-app.ts'
import {
  fillPlaceholders,
  CREATE_ENDPOINTS,
  PASSWORD,
  type SampleRequest,
  SAMPLE_REQUESTS,
  SHORT_RUN,
} from './sample-requests.ts'

/** Every endpoint of the contract by its name, such as `projects.read`. */
export const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${resource}.${name}`, endpoint] as const),
  ),
)

/** Values that grant access by themselves, unlike ids. */
export const CREDENTIALS = [
  'email',
  'resetToken',
  'verifyToken',
  'restoreToken',
  'notMeToken',
  'endpoint',
  'feedFile',
  'linkSecret',
  'grant',
]

/** A user with a value for every placeholder: ids of one resource of each kind, and credentials. */
export interface Caller {
  userId: string
  token: string
  values: Record<string, string>
}

export interface Request {
  method: NonNullable<InjectOptions['method']>
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Gives an entry a history. */
const EDIT = { notes: 'Canary words' }

/** A weak hash, because it is quick to verify. */
const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 })

const PASSKEY = {
  public_key: 'AAAA',
  sign_count: 0,
  transports: '[]',
  is_synced: 0,
  name: 'Canary key',
  used_at: null,
  created_at: 0,
}

async function addPasskey(db: Db, userId: string, now: number) {
  const id = newId(now)
  await insertPasskey(db, { ...PASSKEY, user_id: userId, id })
  return id
}

async function addToken(db: Db, userId: string, now: number) {
  const token = { user_id: userId, name: 'Canary token', ending: 'aaaa', scopes: 'read', expires_at: null }
  return (await insertToken(db, { ...token, id: newId(now), hash: newId(now), created_at: now })).id
}

/** It wants to know of everything, but nothing is sent: the secret cannot be decrypted. */
async function addWebhook(db: Db, userId: string, now: number) {
  const id = newId(now)
  await insertWebhook(db, userId, { id, url: 'https://example.org/', events: [...EVENT_TYPES], secret: 'sealed' }, now)
  const messages = [{ event_id: newId(now), type: 'webhook.test', payload: '{}' }]
  await addDeliveries(db, { userId, id }, { messages, isManual: true, now })
  return id
}

async function createNotMeToken(db: Db, userId: string, now: number) {
  const request = { headers: {}, ip: '127.0.0.1' }
  await recordSecurityEvent(db, { userId, kind: 'new-device', request }, now)
  const event = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return issueEventToken(db, event)
}

/** Starts a server whose database can be inspected, and which creates users without hashing a password. */
export async function startServer(environment: Record<string, string> = {}) {
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

  async function createCaller(): Promise<Caller> {
    const userId = newId(clock.now)
    const email = `${userId}@example.org`
    const person = { id: userId, name: 'Canary person', email, password_hash: passwordHash, verified_at: clock.now }
    await insertUser(db, person, clock.now)
    const oldEmail = `old-${email}`
    await createRestoreLink(db, { id: userId, email: oldEmail }, clock.now)
    const values: Caller['values'] = {
      email,
      session: (await sessions.find(db, await openSession(userId)))!.id,
      resetToken: await issueToken(db, 'reset', { userId, email }, clock.now),
      verifyToken: await issueToken(db, 'verify', { userId, email }, clock.now),
      restoreToken: (await issueRestoreToken(db, userId, oldEmail, clock.now))!,
      notMeToken: await createNotMeToken(db, userId, clock.now),
      passkey: await addPasskey(db, userId, clock.now),
      token: await addToken(db, userId, clock.now),
      webhook: await addWebhook(db, userId, clock.now),
      endpoint: `https://fcm.googleapis.com/${userId}`,
    }
    const caller = { userId, token: await openSession(userId), values }
    values['identity'] = await linkProvider(db, { userId, sessionId: sessions.idOf(caller.token) }, clock.now)
    await fillAccount(app, caller)
    await shareView(app, caller)
    values['trash'] = newId(clock.now)
    await fillTrash(app, caller)
    return caller
  }

  const rowsOf = ({ userId }: Caller) => readRowsOf(db, tables, userId)
  return { app, database, tables, log, createCaller, rowsOf, openSession }
}

/** The file name in the secret address of the caller’s feed. */
async function renewFeed(app: FastifyInstance, caller: Caller) {
  const { address } = (await callSample(app, caller, 'calendarFeeds.renew')).data as unknown as { address: string }
  return address.split('/').at(-1)!
}

/** Makes one item of each kind. */
async function fillAccount(app: FastifyInstance, caller: Caller) {
  const { values } = caller
  for (const [placeholder, name] of Object.entries(CREATE_ENDPOINTS))
    values[placeholder] = (await callSample(app, caller, name)).data.id
  values['feedFile'] = await renewFeed(app, caller)
  // The import deletes its file, so there is another one after it.
  await sendFile(app, caller)
  values['import'] = (await callSample(app, caller, 'imports.create')).data.id
  await sendFile(app, caller)
  values['archive'] = await sendArchive(app, caller)
  await callSample(app, caller, 'push.subscribe')
  await callSample(app, caller, 'goals.set')
  await callSample(app, caller, 'review.setMail')
  await injectOrThrow(
    app,
    requestFor('timeEntries.update', { params: { id: values['entry'] }, body: EDIT }, caller.token),
  )
}

/** All rows of a user, by table. */
async function readRowsOf(db: Db, tables: Awaited<ReturnType<typeof listTables>>, userId: string) {
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

async function sendFile(app: FastifyInstance, caller: Caller) {
  caller.values['upload'] = (await callSample(app, caller, 'uploads.create')).data.id
  await callSample(app, caller, 'uploads.putPart')
}

/** Gives the caller a shared report, the secret of its link, and a grant. */
async function shareView(app: FastifyInstance, caller: Caller) {
  const { link } = (await callSample(app, caller, 'sharedReports.share')).data as unknown as { link: string }
  caller.values['shared'] = caller.values['view']!
  caller.values['linkSecret'] = link.slice(link.indexOf('#') + 1)
  const opened = (await callSample(app, caller, 'publicReport.open')).data as unknown as { grant: string }
  caller.values['grant'] = opened.grant
}

async function fillTrash(app: FastifyInstance, caller: Caller) {
  const { id } = (await callSample(app, caller, 'reportViews.create')).data
  const removal = { params: { id }, query: { trash: caller.values['trash'] } }
  await injectOrThrow(app, requestFor('reportViews.remove', removal, caller.token))
}

/** Sends the archive of the caller's own account in parts, and returns the id of the upload. */
async function sendArchive(app: FastifyInstance, { token }: Caller) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const { rawPayload: payload } = await app.inject({
    url: '/api/archive',
    headers: { authorization: headers.authorization },
  })
  const body = { fileName: 'archive.zip', bytes: payload.length }
  const { data } = await injectOrThrow(app, requestFor('uploads.create', { body }, token))
  await injectOrThrow(app, { method: 'PUT', url: `/api/uploads/${data.id}/parts/0`, headers, payload })
  return data.id
}

export type TestServer = Pick<Awaited<ReturnType<typeof startServer>>, 'app' | 'database' | 'log' | 'rowsOf'>

/** Reads a user's rows. `expectNoHarm` expects that they are unchanged, the database is consistent and nothing failed. */
export async function watchForHarm({ app, database, log, rowsOf }: TestServer, victim: Caller) {
  const before = await rowsOf(victim)
  return async function expectNoHarm() {
    expect(log).toEqual([])
    expect(await rowsOf(victim)).toEqual(before)
    const findings = await withSnapshot(database, (db) => runAllChecks(db, database.engine))
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([])
    expect((await app.inject('/ready')).statusCode).toBe(200)
  }
}

/** Makes the session one that began at an OpenID provider, and returns the id of the identity there. */
async function linkProvider(db: Db, key: { userId: string; sessionId: string }, now: number) {
  const profile = { issuer: 'https://id.example.org', subject: key.userId, label: 'Canary account' }
  const began = { ...profile, provider: 'work', providerSession: key.userId, idToken: 'canary' }
  await insertProviderSession(db, key, began, now)
  return (await insertIdentity(db, key.userId, profile, now))!.id
}

/** Runs the timer of a caller, which gives them the id of a run, a device and a command. */
export async function runTimer(app: FastifyInstance, caller: Caller) {
  const made: Record<string, string> = {}
  const body = fillPlaceholders({ commands: SHORT_RUN }, valuesFor(caller, made))
  await injectOrThrow(app, requestFor('timer.command', { body }, caller.token))
  for (const name of ['run', 'device', 'command']) caller.values[name] = made[`new.${name}`]!
}

export const callSample = (app: FastifyInstance, caller: Caller, name: string) =>
  injectOrThrow(app, requestFor(name, fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(caller)), caller.token))

async function injectOrThrow(app: FastifyInstance, request: Request): Promise<{ data: { id: string } }> {
  const reply = await app.inject(request)
  if (reply.statusCode >= 400) throw new Error(`${request.url} does not work: ${reply.body}`)
  return reply.json()
}

/** Returns the caller's value of a placeholder, or a new id for `new.…`: the same for each occurrence of its name. */
export function valuesFor({ values }: Caller, made: Record<string, string> = {}) {
  return (placeholder: string) =>
    placeholder.startsWith('new.') ? (made[placeholder] ??= randomUUID()) : values[placeholder]
}

export function requestFor(name: string, { params = {}, query, body, file }: SampleRequest, token?: string): Request {
  const { method, path } = ENDPOINTS.get(name)!
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => encode(params[part] ?? ''))
  const payload = file ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    method,
    url: `/api${address}${query ? `?${toQueryString(query)}` : ''}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': file === undefined ? 'application/json' : 'text/csv' }),
    },
    ...(payload !== undefined && { payload }),
  }
}

/** Writes lists as repeated keys and objects with brackets, as many programs do. */
function toQueryString(query: Record<string, unknown>) {
  const pairs = Object.entries(query).flatMap(([key, value]): [string, unknown][] => {
    if (Array.isArray(value)) return value.map((item) => [key, item])
    if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[key, value]]
    return Object.entries(value).map(([part, item]) => [`${key}[${part}]`, item])
  })
  return pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
}

const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed())
