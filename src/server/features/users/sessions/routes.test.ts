import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { issueToken } from '#server/features/users/one-time-tokens.ts'
import { testApp } from '#server/testing/test-app.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function twoDevices() {
  const parts = await testApp()
  const here = await parts.signUp('Ann')
  parts.clock.now += 60_000
  const payload = { email: 'ann@example.org', password: 'Correct horse 1' }
  const { token } = (await parts.post('/users/login', payload, { 'user-agent': FIREFOX })).json().data
  const there = (url: string) => parts.app.inject({ url, headers: { 'x-auth-token': token } })
  const list = async () => (await here.get('/users/sessions')).json().data
  return { ...parts, here, there, list, otherToken: token }
}

test('A15 the sessions of a user are listed, the present one marked', async () => {
  const { list } = await twoDevices()
  expect(await list()).toEqual([
    {
      id: expect.any(String),
      browser: 'Firefox',
      system: 'Linux',
      address: '127.0.0.1',
      signedInAt: '2026-03-02T09:01:00.000Z',
      lastSeenAt: '2026-03-02T09:01:00.000Z',
      isCurrent: false,
    },
    expect.objectContaining({ browser: null, system: null, isCurrent: true }),
  ])
})

test('A15 one session can be ended, and all others at once', async () => {
  const { here, there, list, post } = await twoDevices()
  const [other] = await list()
  expect((await here.delete(`/users/sessions/${other.id}`)).json()).toEqual({ ok: true, data: null })
  expect((await there('/api/users/profile')).statusCode).toBe(401)
  expect((await here.delete(`/users/sessions/${other.id}`)).statusCode).toBe(404)

  await post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })
  expect((await here.delete('/users/sessions')).statusCode).toBe(200)
  expect(await list()).toHaveLength(1)
  expect((await here.get('/users/profile')).statusCode).toBe(200)
})

test('A15 nobody sees or ends the sessions of another user', async () => {
  const { list, here, signUp } = await twoDevices()
  const bob = await signUp('Bob')
  const [mine] = await list()
  expect((await bob.get('/users/sessions')).json().data).toHaveLength(1)
  expect((await bob.delete(`/users/sessions/${mine.id}`)).json()).toMatchObject({ code: 'not-found' })
  expect((await bob.delete('/users/sessions')).statusCode).toBe(200)
  expect(await list()).toHaveLength(2)
  expect((await here.get('/users/profile')).statusCode).toBe(200)
})

// prettier-ignore
test.each([
  ['POST',   '/users/change-password', { currentPassword: 'Correct horse 1', newPassword: 'Another river 2' }],
  ['POST',   '/users/reset-password',  { token: '<reset>', password: 'Another river 2' }],
  ['DELETE', '/users/sessions',        undefined],
  ['DELETE', '/users/sessions/<id>',   undefined],
  ['DELETE', '/users/profile',         { password: 'Correct horse 1' }],
] as const)('S6 %s %s closes the sockets of the sessions it ends', async (method, path, body) => {
  const { app, db, clock, here, list, otherToken, signUp } = await twoDevices()
  await app.listen({ port: 0 })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const bystander = await signUp('Bob')
  const sockets = [otherToken, bystander.token].map((token) => io(address, { auth: { token }, reconnection: false, forceNew: true }))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', () => resolve(undefined)))))
  const cut = new Promise((resolve) => sockets[0]!.once('disconnect', resolve))
  const link = await issueToken(db, 'reset', { userId: here.user.id, email: here.user.email }, clock.now)
  const [other] = await list()
  const given = body && 'token' in body ? { ...body, token: link } : body
  await here[method === 'POST' ? 'post' : 'delete'](path.replace('<id>', other.id), given)
  expect(await cut).toBe('io server disconnect')
  expect(sockets[1]!.connected).toBe(true)
  for (const socket of sockets) socket.disconnect()
})
