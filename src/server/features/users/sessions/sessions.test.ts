import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSigner } from 'fast-jwt'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { deleteExpiredSessions } from './sessions.ts'

async function ann() {
  const parts = await testApp()
  const user = await parts.signUp('Ann')
  const rows = () => parts.db.selectFrom('sessions').selectAll().orderBy('created_at').execute()
  return { ...parts, user, rows }
}

test('A15 the last use of a session is stored to the hour', async () => {
  const { clock, user } = await ann()
  const seen = async () => (await user.get('/users/sessions')).json().data[0].lastSeenAt
  clock.now += HOUR_MS - 1
  expect(await seen()).toBe('2026-03-02T09:00:00.000Z')
  clock.now += 1
  expect(await seen()).toBe('2026-03-02T10:00:00.000Z')
  clock.now += HOUR_MS - 1
  expect(await seen()).toBe('2026-03-02T10:00:00.000Z')
})

test('A15 the session that was used last comes first', async () => {
  const { clock, user, post } = await ann()
  clock.now += HOUR_MS
  await post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })
  clock.now += HOUR_MS
  const current = async () =>
    (await user.get('/users/sessions')).json().data.map((session: { isCurrent: boolean }) => session.isCurrent)
  expect(await current()).toEqual([true, false])
})

test('A15 a user agent is cut to 300 characters, without half a surrogate pair', async () => {
  const { app, rows } = await ann()
  const payload = { email: 'ann@example.org', password: 'Correct horse 1' }
  const headers = { 'user-agent': `${'x'.repeat(299)}\ud83d\udc0e` }
  await app.inject({ method: 'POST', url: '/api/users/login', payload, headers })
  expect((await rows()).map((row) => row.user_agent)).toContain(`${'x'.repeat(299)}\ufffd`)
})

test('A15 a client without a user agent may sign in', async () => {
  const { app, rows } = await ann()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const options = { port, host: '127.0.0.1', method: 'POST', path: '/api/users/login', agent: false }
  const call = request({ ...options, headers: { 'content-type': 'application/json' } })
  call.end(JSON.stringify({ email: 'ann@example.org', password: 'Correct horse 1' }))
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  reply.resume()
  expect(reply.statusCode).toBe(200)
  expect((await rows()).map((row) => row.user_agent)).toContain('')
})

const everyTwentyDays = Array.from({ length: 8 }, (_, index) => ({ day: 20 * (index + 1), isAlive: true }))

// prettier-ignore
test.each([
  ['is alive on the 30th day without use',       [{ day: 29.99, isAlive: true }]],
  ['ends after 30 days without use',             [{ day: 30, isAlive: false }]],
  ['begins its 30 days anew with each use',      [{ day: 20, isAlive: true }, { day: 49, isAlive: true }]],
  ['ends 30 days after its last use',            [{ day: 20, isAlive: true }, { day: 50, isAlive: false }]],
  ['is not revived by a refused request',        [{ day: 30, isAlive: false }, { day: 31, isAlive: false }]],
  ['is alive on its 180th day',                  [...everyTwentyDays, { day: 179.99, isAlive: true }]],
  ['ends after 180 days, however much it is used', [...everyTwentyDays, { day: 179, isAlive: true }, { day: 180, isAlive: false }]],
])('A7 a session %s, with the token of its sign-in', async (_what, uses) => {
  const { clock, user } = await ann()
  const start = clock.now
  for (const { day, isAlive } of uses) {
    clock.now = start + day * DAY_MS
    expect((await user.get('/users/profile')).statusCode, `day ${day}`).toBe(isAlive ? 200 : 401)
  }
})

test('A7 a connected socket uses its session too, and none is accepted after the session has ended', async () => {
  const { app, clock, user } = await ann()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const start = clock.now
  const connectOn = async (day: number) => {
    clock.now = start + day * DAY_MS
    const socket = io(address, { auth: { token: user.token }, reconnection: false, forceNew: true })
    onTestFinished(() => void socket.disconnect())
    return new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
  }
  for (const day of [25, 50, 75]) expect(await connectOn(day), `day ${day}`).toBe('connected')
  expect((await user.get('/users/profile')).statusCode).toBe(200)
  expect(await connectOn(105)).toBe('unauthenticated')
})

test('A7 a token tells when its session began and when it ends at the latest', async () => {
  const { clock, user } = await ann()
  const claims = JSON.parse(Buffer.from(user.token.split('.')[1]!, 'base64url').toString())
  expect(claims).toMatchObject({
    sub: user.user.id,
    iat: clock.now / 1_000,
    exp: (clock.now + 180 * DAY_MS) / 1_000,
  })
})

test('A7 only sessions that are expired or unused for 30 days are deleted', async () => {
  const { clock, db, rows, user } = await ann()
  const [live] = await rows()
  const start = clock.now
  const copies = [
    { id: 'old', expires_at: start, seen_at: start },
    { id: 'absent', expires_at: start + DAY_MS, seen_at: start - 30 * DAY_MS },
    { id: 'young', expires_at: start + 1, seen_at: start - 30 * DAY_MS + 1 },
  ]
  await db
    .insertInto('sessions')
    .values(copies.map((copy) => ({ ...live!, ...copy })))
    .execute()
  const listed = (await user.get('/users/sessions')).json().data.map(({ id }: { id: string }) => id)
  expect(listed.toSorted()).toEqual([live!.id, 'young'].toSorted())
  await deleteExpiredSessions(db, start)
  expect((await rows()).map(({ id }) => id).toSorted()).toEqual([live!.id, 'young'].toSorted())
})

test('S5 a token with a valid signature but without a valid session is refused', async () => {
  const { app, user, sessionSecret: key, clock } = await ann()
  const claims = JSON.parse(Buffer.from(user.token.split('.')[1]!, 'base64url').toString())
  const sign = createSigner({ key, header: { alg: 'HS256', typ: 'at+jwt' } })
  const { sub: _, ...ofNobody } = claims
  // prettier-ignore
  const tokens = {
    'a number for a session': sign({ ...claims, sid: 7 }),
    'no subject':             sign(ofNobody),
    'expired this second':    sign({ ...claims, exp: clock.now / 1_000 }),
    'another algorithm':      createSigner({ key, header: { alg: 'HS512', typ: 'at+jwt' }, algorithm: 'HS512' })(claims),
  }
  for (const [what, token] of Object.entries(tokens)) {
    const reply = await app.inject({ url: '/api/users/profile', headers: { 'x-auth-token': token } })
    expect(reply.statusCode, what).toBe(401)
  }
})
