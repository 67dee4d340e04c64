import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { testApp } from '#server/testing/test-app.ts'

async function listening(environment: Record<string, string> = {}) {
  const parts = await testApp(environment)
  return { ...parts, ...(await listenOn(parts.app)) }
}

async function listenOn(app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const open = (auth: object, extraHeaders: Record<string, string> = {}) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      auth,
      extraHeaders,
    })
    onTestFinished(() => void socket.disconnect())
    return socket
  }
  const connected = async (auth: object) => {
    const socket = open(auth)
    const failed = once(socket as never, 'connect_error').then(([error]) => Promise.reject(error as Error))
    await Promise.race([once(socket as never, 'connect'), failed])
    failed.catch(() => undefined)
    return socket
  }
  return { open, connected, url: `http://127.0.0.1:${port}` }
}

test('S16 a connection needs a live session, and the user it claims', async () => {
  const { signUp, open } = await listening()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  for (const auth of [{}, { token: 'x' }, { token: 7 }, { token: ann.token, userId: bob.user.id }]) {
    const [error] = (await once(open(auth) as never, 'connect_error')) as [Error]
    expect(error.message).toBe('unauthenticated')
  }
})

test('S16 signing out closes the connections of that session', async () => {
  const { signUp, connected } = await listening()
  const { token, post } = await signUp('Ann')
  const socket = await connected({ token })
  const gone = once(socket as never, 'disconnect')
  await post('/users/logout')
  expect(await gone).toBeDefined()
})

test('S6 signing out closes a connection that is still being accepted', async () => {
  const { app, signUp, open } = await listening()
  const { token, post } = await signUp('Ann')
  const onConnection = vi
    .spyOn(app.timer, 'handleConnect')
    .mockImplementation(async () => void (await post('/users/logout')))
  const socket = open({ token })
  const revoked = once(socket as never, 'session:revoked')
  const gone = once(socket as never, 'disconnect')
  expect(await revoked).toEqual([{ reason: 'expired' }])
  expect(await gone).toBeDefined()
  expect(onConnection).toHaveBeenCalledOnce()
})

test('S16 a connection is closed when its session expires', async () => {
  const { signUp, connected, db, clock } = await listening()
  const { token } = await signUp('Ann')
  await db
    .updateTable('sessions')
    .set({ expires_at: clock.now + 1 })
    .execute()
  const cut = once((await connected({ token })) as never, 'session:revoked')
  clock.now += 1
  expect(await cut).toEqual([{ reason: 'expired' }])
})

test('S14 a page of another site cannot connect', async () => {
  const { signUp, open } = await listening({ CORS_ORIGINS: 'https://app.example.org' })
  const { token } = await signUp('Ann')
  const stranger = open({ token }, { origin: 'https://evil.example.net' })
  await once(stranger as never, 'connect_error')
  expect(stranger.connected).toBe(false)
  const own = open({ token }, { origin: 'https://app.example.org' })
  await once(own as never, 'connect')
  expect(own.connected).toBe(true)
})

test('S16 a user has at most twenty connections', async () => {
  const { signUp, connected } = await listening()
  const { token } = await signUp('Ann')
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => connected({ token })))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? (one.reason as Error).message : []))
  expect(refused).toEqual(Array(10).fill('too-many'))
  const [first] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  first!.disconnect()
  await expect.poll(() => connected({ token })).toBeDefined()
})

test('S16 after ten seconds the next twenty events are accepted again', async () => {
  const { signUp, connected } = await listening()
  const socket = await connected({ token: (await signUp('Ann')).token })
  let ahead = 0
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => spy.mockRestore())
  const countAccepted = async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, () => socket.emitWithAck('timer:clock')))
    return replies.filter((reply) => typeof reply === 'number').length
  }
  ahead += 60_000
  expect(await countAccepted()).toBe(20)
  expect(await countAccepted()).toBe(0)
  ahead += 10_001
  expect(await countAccepted()).toBe(20)
})

test('S16 events beyond the limit are dropped, and a flood closes the connection', async () => {
  const { signUp, connected } = await listening()
  const { token } = await signUp('Ann')
  const socket = await connected({ token })
  const answers = await Promise.all(Array.from({ length: 30 }, () => socket.emitWithAck('timer:clock')))
  expect(answers.filter((answer) => typeof answer === 'number')).toHaveLength(20)
  expect(answers.at(-1)).toEqual({ error: 'rate' })
  const cut = once(socket as never, 'disconnect')
  for (let sent = 0; sent < 600; sent++) socket.emit('timer:tick', {})
  expect(await cut).toBeDefined()
})

// prettier-ignore
test.each([
  ['pongs',                             '3'],
  ['connects to another namespace',     '40/elsewhere,'],
  ['acknowledgements of no event',      '43999[]'],
])('S16 a flood of %s closes the connection', async (_what, packet) => {
  const { signUp, url } = await listening()
  const { token } = await signUp('Ann')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  await once(socket, 'message')
  socket.send(`40${JSON.stringify({ token })}`)
  await once(socket, 'message')
  const cut = once(socket, 'close')
  for (let sent = 0; sent < 600; sent++) socket.send(packet)
  expect(await cut).toBeDefined()
})

test('S16 a client receives the reason why its connection is closed for good', async () => {
  const { signUp, connected } = await listening()
  const { token, delete: remove } = await signUp('Ann')
  const revoked = once((await connected({ token })) as never, 'session:revoked')
  await remove('/users/profile', { password: 'Correct horse 1' })
  expect(await revoked).toEqual([{ reason: 'deleted' }])
})

test('O42 the clock of a client is used once the client is authenticated', async () => {
  const parts = await testApp()
  const observed: [moment: number, userId: string][] = []
  const observeClientTime = (...given: (typeof observed)[number]) => void observed.push(given)
  const app = await createApp({ ...parts, now: () => parts.clock.now, webDir: 'nowhere', observeClientTime })
  onTestFinished(() => app.close())
  const { open, connected } = await listenOn(app)
  const { token, user } = await parts.signUp('Ann')
  await once(open({ token: 'x', clock: 1 }) as never, 'connect_error')
  await connected({ token, clock: 'now' })
  await connected({ token, clock: 3 })
  expect(observed).toEqual([[3, user.id]])
})
