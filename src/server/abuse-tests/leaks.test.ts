import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { testMail } from '#server/testing/test-app.ts'
import { callAllEndpoints, sampleRequestOf } from './call-all-endpoints.ts'
import { PASSWORD } from './sample-requests.ts'
import { type Caller, ENDPOINTS, startServer, requestFor } from './test-server.ts'

const LEAK = 'a column that nobody knows'
const TRUNCATED_BODY = { payload: '{"name": "Canary', headers: { 'content-type': 'application/json' } }
const NOTIFICATION = { kind: 'work', ended: 'break', repetition: 2, repetitions: 4, key: 'run' } as const

/** All services that a server may connect to: mail, Google, and the push services of browsers. */
async function startExternalServices() {
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

/** Adds a secret column to every table, calls every endpoint with good and bad requests, and collects all output. */
async function collectOutput() {
  const services = await startExternalServices()
  const connections = watchConnections()
  const server = await startServer({ ...services.settings, LOG_LEVEL: 'trace' })
  const { app, database, tables, log } = server
  // With another table in it, no other test reuses this database.
  await sql`create table changed (id text)`.execute(database.db)
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} add column leak text default ${sql.lit(LEAK)}`.execute(database.db)

  const { answers, callers } = await callAllEndpoints(server)
  const caller = callers.at(-1)!
  const names = [...ENDPOINTS.keys()]
  const badRequests = [
    ...names.map((name) => ({ ...sampleRequestOf(name, caller), ...TRUNCATED_BODY })),
    ...names.map((name) => sampleRequestOf(name, caller, 'Canary token')),
    requestFor('users.login', { body: { email: caller.values['email'], password: 'Canary wrong 1' } }),
  ]
  const refusals = []
  for (const request of badRequests) refusals.push((await app.inject(request)).body)
  await contactExternalServices(server, services)
  return {
    answers,
    refusals: refusals.filter((body) => body.startsWith('{"ok":false')),
    log: log.join(''),
    metrics: (await app.inject('/metrics')).body,
    secrets: secretsOf(callers),
    connections,
    addresses: services.addresses,
  }
}

/** Makes the server send an email, verify a Google sign-in and send a push message. */
async function contactExternalServices(
  { app, createCaller }: Awaited<ReturnType<typeof startServer>>,
  { google, push }: Awaited<ReturnType<typeof startExternalServices>>,
) {
  await app.mail.deliver()
  const { userId, token, values } = await createCaller()
  await app.inject(requestFor('push.unsubscribe', { body: { endpoint: values['endpoint'] } }, token))
  await app.inject(requestFor('push.subscribe', { body: push.browser('canary').subscription }, token))
  await app.push.notify(userId, NOTIFICATION)
  const { address } = (await app.inject('/api/users/google')).json().data
  const nonce = new URL(address).searchParams.get('nonce')
  const idToken = await google.tokenFor({ sub: 'g', email: 'canary@gmail.com', name: 'Canary', nonce })
  await app.inject(requestFor('users.google', { body: { token: idToken } }))
}

/** Collects the addresses that this process connects to from now on. */
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

/** Matches texts and addresses of users, passwords and tokens. */
const secretsOf = (callers: Caller[]) => {
  const tokens = callers.flatMap(({ token, values }) => [
    token,
    values['resetToken']!,
    values['verifyToken']!,
    values['restoreToken']!,
    values['notMeToken']!,
  ])
  return new RegExp(['canary', PASSWORD, '@(example\\.org|gmail\\.com)', ...tokens].join('|'), 'i')
}

let output: ReturnType<typeof collectOutput> | undefined
const outputOnce = () => (output ??= collectOutput())

test('S12 a column that is added to a table appears in no reply', async () => {
  const { answers, log } = await outputOnce()
  const faults = answers.filter(({ reply }) => reply.statusCode >= 500 || reply.body.includes(LEAK))
  expect(faults.map(({ name, reply }) => `${name}: ${reply.body}`)).toEqual([])
  // To an ordinary user, the endpoints of administrators do not exist.
  const isRefused = ({ name, reply }: (typeof answers)[number]) =>
    reply.statusCode >= 300 && !name.startsWith('administration.')
  const refused = answers.filter(isRefused).map(({ name }) => name)
  // There is no valid Google token, OpenID provider, authenticator or second factor here, and the import is finished.
  expect(refused).toEqual([
    'users.google',
    'openid.start',
    'openid.signIn',
    'openid.startLink',
    'openid.link',
    'twoFactor.confirmApp',
    'twoFactor.makeRecoveryCodes',
    'passkeys.add',
    'passkeys.signIn',
    'imports.continue',
  ])
  expect(log).not.toContain(LEAK)
})

test('S14 no reply sets a cookie or allows another origin', async () => {
  const { answers } = await outputOnce()
  const names = answers.flatMap(({ reply }) => Object.keys(reply.headers))
  expect(names.filter((name) => /^set-cookie|^access-control/.test(name))).toEqual([])
})

test('S22 the server connects only to the configured mail server, Google and push service', async () => {
  const { connections, addresses } = await outputOnce()
  expect([...connections].toSorted()).toEqual(addresses.toSorted())
})

test('S24 log, refusals and metrics hold no secrets and no texts of users', async () => {
  const { log, refusals, metrics, secrets, answers } = await outputOnce()
  expect(refusals.length).toBeGreaterThan(ENDPOINTS.size)
  for (const text of [log, metrics, ...refusals]) expect(text).not.toMatch(secrets)
  // The pattern does match texts of users in the replies to them.
  expect(JSON.stringify(answers.map(({ reply }) => reply.body))).toMatch(secrets)
  for (const event of ['registered', 'signed in', 'sign-in refused', 'signed in with Google', 'password reset'])
    expect(log).toContain(`"msg":"${event}"`)
  for (const line of log.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/Z$/) })
})
