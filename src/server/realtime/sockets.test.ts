import { once } from 'node:events'
import { io } from 'socket.io-client'
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

test('S16 a person has twenty connections at most', async () => {
  const { signUp, open, connected } = await listening()
  const { token } = await signUp('Ann')
  for (let made = 0; made < 20; made++) await connected({ token })
  const [error] = (await once(open({ token }) as never, 'connect_error')) as [Error]
  expect(error.message).toBe('too-many')
})

test('S16 what is more than a person can do is not heard, and a flood is cut off', async () => {
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

test('S16 a connection that ends for good is told why', async () => {
  const { signUp, connected } = await listening()
  const { token, delete: remove } = await signUp('Ann')
  const told = once((await connected({ token })) as never, 'session:revoked')
  await remove('/users/profile', { password: 'Correct horse 1' })
  expect(await told).toEqual([{ reason: 'deleted' }])
})
