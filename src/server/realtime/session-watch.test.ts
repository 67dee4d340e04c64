import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { checkSession } from './session-watch.ts'
import type { UserSocket } from './sockets.ts'

async function opened() {
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

test('S16 a session is asked for again and again, until it is over', async () => {
  const { signUp, open, db, clock } = await opened()
  const { token } = await signUp('Ann')
  const session = (change: object) => db.updateTable('sessions').set(change).execute()
  await session({ expires_at: clock.now + 1 })
  const socket = open(token)
  const told = once(socket as never, 'session:revoked')
  await once(socket as never, 'connect')
  // Whoever finds it now notes that it was seen.
  await session({ seen_at: clock.now - 2 * 60 * 60_000 })
  const seen = async () => (await db.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()).seen_at
  await expect.poll(seen).toBe(clock.now)
  clock.now += 1
  expect(await told).toEqual([{ reason: 'expired' }])
})

test('S16 who was not heard is heard again after ten seconds', async () => {
  const { signUp, open } = await opened()
  const socket = open((await signUp('Ann')).token)
  await once(socket as never, 'connect')
  let ahead = 0
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => spy.mockRestore())
  const heard = async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => socket.emitWithAck('timer:clock')))
    return answers.filter((answer) => typeof answer === 'number').length
  }
  ahead += 60_000
  expect(await heard()).toBe(20)
  expect(await heard()).toBe(0)
  ahead += 10_001
  expect(await heard()).toBe(20)
})

test('S16 who comes while the database is away is told to come again, and the log why', async () => {
  const { signUp, open, db, log } = await opened()
  const { token } = await signUp('Ann')
  await db.destroy()
  const [error] = (await once(open(token) as never, 'connect_error')) as [Error]
  expect(error.message).toBe('unavailable')
  expect(JSON.parse(log[0]!)).toMatchObject({ msg: 'connection failed', err: { type: 'Error' } })
})

const SESSION = { id: 'x', userId: 'ann', startedAt: 0, expiresAt: 1, language: null }

// prettier-ignore
test.each([
  ['lives',         () => Promise.resolve(SESSION),        []],
  ['is over',       () => Promise.resolve(undefined),      [['session:revoked', { reason: 'expired' }], ['cut', true]]],
  ['nobody can tell of', () => Promise.reject(new Error()), []],
])('S16 a connection whose session %s', async (_what, findSession, expected) => {
  const said: unknown[][] = []
  const socket = {
    data: { token: 'x' },
    emit: (...words: unknown[]) => said.push(words),
    disconnect: (isForGood: boolean) => said.push(['cut', isForGood]),
  }
  await checkSession(socket as unknown as UserSocket, findSession)
  expect(said).toEqual(expected)
})
