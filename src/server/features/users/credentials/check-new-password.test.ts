import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp, testMail } from '#server/testing/test-app.ts'

const LEAKED = 'Quiet river 42'
const OTHER = 'Another river 2'
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

/** A range API in which one password has leaked, with padding. It keeps what it was asked. */
async function rangeApi(answer?: (request: IncomingMessage, reply: ServerResponse) => void) {
  const asked: { method: string; url: string; padding: unknown; body: number }[] = []
  const server = createServer((request, reply) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url, padding: headers['add-padding'], body: Number(headers['content-length'] ?? 0) })
    if (answer !== undefined) return answer(request, reply)
    const suffix = hashOf(LEAKED).slice(5)
    const padding = hashOf(OTHER).slice(5)
    reply.end(['0018A45C4D1DEF81644B54AB7F969B88D65:3', `${suffix}:12`, `${padding}:0`].join('\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/` }
}

async function siteWith(url: string) {
  const parts = await testApp({ BREACHED_PASSWORDS: url, LOG_LEVEL: 'warn' })
  const register = (password: string, email = 'eve@example.org') =>
    parts.post('/users/register', { name: 'Eve', email, password })
  return { ...parts, register }
}

test('S40 a password that has leaked is refused, and five digits of its hash leave the server', async () => {
  const { asked, url } = await rangeApi()
  const { register } = await siteWith(url)
  const refused = await register(LEAKED)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().details).toEqual({
    password: 'This password is in lists of leaked passwords. Please choose another one.',
  })
  expect((await register(OTHER)).statusCode).toBe(201)
  expect(asked).toEqual(
    [LEAKED, OTHER].map((password) => ({
      method: 'GET',
      url: `/range/${hashOf(password).slice(0, 5)}`,
      padding: 'true',
      body: 0,
    })),
  )
})

test('S40 each way to choose a password looks it up', async () => {
  const { asked, url } = await rangeApi()
  const mail = await testMail()
  const { signUp, post, app } = await testApp({ ...mail.settings, BREACHED_PASSWORDS: url })
  const ann = await signUp('Ann')
  const change = { currentPassword: 'Correct horse 1', newPassword: LEAKED }
  expect((await ann.post('/users/change-password', change)).json().details).toHaveProperty('newPassword')
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await app.mail.deliver()
  const token = mail.mails
    .findLast(({ link }) => link.includes('/reset-password/'))!
    .link.split('/')
    .at(-1)
  expect((await post('/users/reset-password', { token, password: LEAKED })).json().details).toHaveProperty('password')
  expect((await post('/users/reset-password', { token, password: OTHER })).statusCode).toBe(200)
  expect(asked).toHaveLength(3)
})

// prettier-ignore
test.each([
  ['an error',         (reply: ServerResponse) => void reply.writeHead(500).end()],
  ['another address',  (reply: ServerResponse) => void reply.writeHead(302, { location: '/elsewhere' }).end()],
  ['a cut connection', (reply: ServerResponse) => void reply.destroy()],
])('S40 if the API replies with %s, the password is accepted and a line is logged', async (_what, answer) => {
  const { url } = await rangeApi((_request, reply) => answer(reply))
  const { register, log } = await siteWith(url)
  expect((await register(LEAKED)).statusCode).toBe(201)
  expect(log.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['breached passwords cannot be looked up'])
  expect(log.join()).not.toContain(LEAKED)
})

test('S40 an API that says nothing is waited for two seconds', async () => {
  const { url } = await rangeApi(() => undefined)
  const { register } = await siteWith(url)
  const since = performance.now()
  expect((await register(LEAKED)).statusCode).toBe(201)
  expect(performance.now() - since).toBeGreaterThan(1_900)
})

test('S40 nothing is looked up unless the operator has set it', async () => {
  const { asked } = await rangeApi()
  const { post } = await testApp()
  const account = { name: 'Eve', email: 'eve@example.org', password: LEAKED }
  expect((await post('/users/register', account)).statusCode).toBe(201)
  expect(asked).toEqual([])
})
