import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

async function listening(environment: Record<string, string> = {}) {
  const parts = await testApp(environment)
  await parts.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = parts.app.server.address() as { port: number }
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
    await once(socket as never, 'connect')
    return socket
  }
  return { ...parts, open, connected }
}

/** Everything a socket hears, in order. */
function heardBy(socket: Socket) {
  const heard: unknown[] = []
  socket.onAny((name: string, message: unknown) => heard.push([name, message]))
  return heard
}

test('R1 what one client of a user does, the others hear, and nobody else', async () => {
  const { signUp, connected } = await listening()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const laptop = await connected({ token: ann.token, userId: ann.user.id })
  const phone = await connected({ token: ann.token, userId: ann.user.id })
  const stranger = await connected({ token: bob.token, userId: bob.user.id })
  const [own, other, foreign] = [heardBy(laptop), heardBy(phone), heardBy(stranger)]

  for (const name of ['start', 'pause', 'resume', 'tick', 'switch', 'stop'])
    laptop.emit(`timer:${name}`, { elapsed: 3, timestamp: 1 })
  laptop.emit('timer:requestSync', { timestamp: 2 })

  await expect.poll(() => other.length).toBe(7)
  expect(other[0]).toEqual(['timer:start', { elapsed: 3, timestamp: 1 }])
  expect(other[6]).toMatchObject(['timer:requestState', { timestamp: expect.any(Number) }])
  expect([own, foreign]).toEqual([[], []])
})

test('R2 what is not a timer message is not passed on, and harms nobody', async () => {
  const { signUp, connected } = await listening()
  const { token } = await signUp('Ann')
  const [laptop, phone] = [await connected({ token }), await connected({ token })]
  const heard = heardBy(phone)
  for (const bad of ['text', 7, null, { elapsed: -1 }, { status: 'dancing' }, { projectId: '../x' }])
    laptop.emit('timer:start', bad)
  laptop.emit('timer:stop', { timestamp: 5, secret: 'dropped' })
  await expect.poll(() => heard).toEqual([['timer:stop', { timestamp: 5 }]])
})

test('S16 a connection needs a live session, and the user it claims', async () => {
  const { signUp, open } = await listening()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  for (const auth of [{}, { token: 'x' }, { token: 7 }, { token: ann.token, userId: bob.user.id }]) {
    const [error] = (await once(open(auth) as never, 'connect_error')) as [Error]
    expect(error.message).toBe('unauthenticated')
  }
})

test('S16 signing out cuts the connections of that session', async () => {
  const { signUp, connected } = await listening()
  const { token, post } = await signUp('Ann')
  const socket = await connected({ token })
  const gone = once(socket as never, 'disconnect')
  await post('/users/logout')
  expect(await gone).toBeDefined()
})

test('S14 a page of another site cannot connect', async () => {
  const { signUp, open } = await listening({ CORS_ORIGINS: 'https://app.example.org' })
  const { token } = await signUp('Ann')
  await once(open({ token }, { origin: 'https://evil.example.net' }) as never, 'connect_error')
  await once(open({ token }, { origin: 'https://app.example.org' }) as never, 'connect')
})
