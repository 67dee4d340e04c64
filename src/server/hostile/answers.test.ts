import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { testMail } from '#server/testing/test-app.ts'
import { callEverything, requestOf } from './everything.ts'
import { PASSWORD } from './samples.ts'
import { type Caller, ENDPOINTS, openSite, requestFor } from './site.ts'

const LEAK = 'a column that nobody knows'
const CUT_SHORT = { payload: '{"name": "Canary', headers: { 'content-type': 'application/json' } }
const NOTE = { kind: 'work', ended: 'break', session: 2, sessions: 4, key: 'run' } as const

/** The outside world that a server may know: mail, Google, and the push services of browsers. */
async function openWorld() {
  const [mail, google, push] = [await testMail(), await startGoogleIssuer(), await startPushService()]
  onTestFinished(async () => {
    await google.stop()
    await push.stop()
  })
  return {
    google,
    push,
    settings: { ...mail.settings, ...google.settings, ...push.settings },
    addresses: [mail.url, google.settings.GOOGLE_KEYS_URL, push.origin].map((url) => new URL(url).host),
  }
}

/** Every endpoint is called, rightly and wrongly; the server tells all it ever tells, and its tables have a column more. */
async function tellEverything() {
  const world = await openWorld()
  const connections = watchConnections()
  const site = await openSite({ ...world.settings, LOG_LEVEL: 'trace' })
  const { app, database, tables, complaints: log } = site
  // Another test must not get this database.
  await sql`create table changed (id text)`.execute(database.db)
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} add column leak text default ${sql.lit(LEAK)}`.execute(database.db)

  const { answers, callers } = await callEverything(site)
  const caller = callers.at(-1)!
  const names = [...ENDPOINTS.keys()]
  const wrong = [
    ...names.map((name) => ({ ...requestOf(name, caller), ...CUT_SHORT })),
    ...names.map((name) => requestOf(name, caller, 'Canary token')),
    requestFor('users.login', { body: { email: caller.things['email'], password: 'Canary wrong 1' } }),
  ]
  const refusals = []
  for (const request of wrong) refusals.push((await app.inject(request)).body)
  await speakToAll(site, world)
  return {
    answers,
    refusals: refusals.filter((body) => body.startsWith('{"ok":false')),
    log: log.join(''),
    figures: (await app.inject('/metrics')).body,
    secrets: secretsOf(callers),
    connections,
    addresses: world.addresses,
  }
}

/** Mail, Google and push are each spoken to. */
async function speakToAll(
  { app, newcomer }: Awaited<ReturnType<typeof openSite>>,
  { google, push }: Awaited<ReturnType<typeof openWorld>>,
) {
  await app.mail.deliver()
  const { userId, token, things } = await newcomer()
  await app.inject(requestFor('push.unsubscribe', { body: { endpoint: things['endpoint'] } }, token))
  await app.inject(requestFor('push.subscribe', { body: push.browser('canary').subscription }, token))
  await app.push.notify(userId, NOTE)
  const { address } = (await app.inject('/api/users/google')).json().data
  const nonce = new URL(address).searchParams.get('nonce')
  const idToken = await google.tokenFor({ sub: 'g', email: 'canary@gmail.com', name: 'Canary', nonce })
  await app.inject(requestFor('users.google', { body: { token: idToken } }))
}

/** Whom this process connects to from now on. */
function watchConnections() {
  const targets = new Set<string>()
  const database = URL.parse(process.env['TEST_DATABASE_URL'] ?? '')?.port
  const watch = (message: unknown) =>
    (message as { socket: Socket }).socket.on('connectionAttempt', (ip, port) => {
      if (String(port) !== database) targets.add(`${ip}:${port}`)
    })
  diagnostics.subscribe('net.client.socket', watch)
  onTestFinished(() => void diagnostics.unsubscribe('net.client.socket', watch))
  return targets
}

/** What people wrote, their addresses, and what opens their accounts. */
const secretsOf = (callers: Caller[]) => {
  const proofs = callers.flatMap(({ token, things }) => [token, things['resetToken']!, things['verifyToken']!])
  return new RegExp(['canary', PASSWORD, '@(example\\.org|gmail\\.com)', ...proofs].join('|'), 'i')
}

let told: ReturnType<typeof tellEverything> | undefined
const everything = () => (told ??= tellEverything())

test('S12 a column that is added to a table is in no answer', async () => {
  const { answers, log } = await everything()
  const faults = answers.filter(({ reply }) => reply.statusCode >= 500 || reply.body.includes(LEAK))
  expect(faults.map(({ name, reply }) => `${name}: ${reply.body}`)).toEqual([])
  expect(answers.filter(({ reply }) => reply.statusCode < 300)).toHaveLength(ENDPOINTS.size - 1)
  expect(log).not.toContain(LEAK)
})

test('S14 nothing rests on cookies, and no other site is let in', async () => {
  const { answers } = await everything()
  const names = answers.flatMap(({ reply }) => Object.keys(reply.headers))
  expect(names.filter((name) => /^set-cookie|^access-control/.test(name))).toEqual([])
})

test('S22 nobody is called but the mail server, Google and the push service that are set', async () => {
  const { connections, addresses } = await everything()
  expect([...connections].toSorted()).toEqual(addresses.toSorted())
})

test('S24 whatever is called, log, refusals and figures hold no secret and nothing that people wrote', async () => {
  const { log, refusals, figures, secrets, answers } = await everything()
  expect(refusals.length).toBeGreaterThan(ENDPOINTS.size)
  for (const text of [log, figures, ...refusals]) expect(text).not.toMatch(secrets)
  // The same search finds what is there.
  expect(JSON.stringify(answers.map(({ reply }) => reply.body))).toMatch(secrets)
  for (const event of ['registered', 'signed in', 'sign-in refused', 'signed in with Google', 'password reset'])
    expect(log).toContain(`"msg":"${event}"`)
  for (const line of log.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/Z$/) })
})
