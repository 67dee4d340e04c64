import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { checkSession } from './session-watch.ts'
import type { UserSocket } from './socket-types.ts'

async function listen() {
  const parts = await testApp({ LOG_LEVEL: 'error' })
  await parts.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = parts.app.server.address() as { port: number }
  const open = (token: string) => {
    const options = { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } }
    const socket = io(`http://127.0.0.1:${port}`, options)
    onTestFinished(() => void socket.disconnect())
    return socket
  }
  return { ...parts, open }
}

test('S16 the session of a connection is checked until it expires', async () => {
  const { signUp, open, db, clock } = await listen()
  const { token } = await signUp('Ann')
  const session = (change: object) => db.updateTable('sessions').set(change).execute()
  await session({ expires_at: clock.now + 1 })
  const socket = open(token)
  const revoked = once(socket as never, 'session:revoked')
  await once(socket as never, 'connect')
  // Each lookup of a session updates `seen_at` if that is older than an hour.
  await session({ seen_at: clock.now - 2 * 60 * 60_000 })
  const seen = async () => (await db.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()).seen_at
  await expect.poll(seen).toBe(clock.now)
  clock.now += 1
  expect(await revoked).toEqual([{ reason: 'expired' }])
})

test('S16 a client that connects while the database is unreachable gets an error that lets it retry, and the error is logged', async () => {
  const { signUp, open, db, log } = await listen()
  const { token } = await signUp('Ann')
  await db.destroy()
  const [error] = (await once(open(token) as never, 'connect_error')) as [Error]
  expect(error.message).toBe('unavailable')
  expect(JSON.parse(log[0]!)).toMatchObject({ msg: 'connection failed', err: { type: 'Error' } })
})

const ACCESS = { mustVerify: false, mustSetUpTwoFactor: false }
const SESSION = { id: 'x', userId: 'ann', startedAt: 0, expiresAt: 1, language: null, ...ACCESS }

// prettier-ignore
test.each([
  ['is valid stays open',          () => Promise.resolve(SESSION),   []],
  ['has ended is closed',          () => Promise.resolve(undefined), [['session:revoked', { reason: 'expired' }], ['disconnect', true]]],
  ['cannot be checked stays open', () => Promise.reject(new Error()), []],
])('S16 a connection whose session %s', async (_what, findSession, expected) => {
  const calls: unknown[][] = []
  const socket = {
    data: { token: 'x' },
    emit: (...values: unknown[]) => calls.push(values),
    disconnect: (shouldClose: boolean) => calls.push(['disconnect', shouldClose]),
  }
  await checkSession(socket as unknown as UserSocket, findSession)
  expect(calls).toEqual(expected)
})
