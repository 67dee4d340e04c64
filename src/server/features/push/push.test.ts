import { createPublicKey } from 'node:crypto'
import fastify from 'fastify'
import { jwtVerify } from 'jose'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import type { PushMessage } from '#contract/push.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { testApp } from '#server/testing/test-app.ts'
import { deriveVapidKeys } from '#server/secrets/vapid.ts'
import { createPush, type TimerNotice } from './push.ts'

const NOTICE: TimerNotice = { kind: 'break', ended: 'break', repetition: 1, repetitions: 4, key: 'run-1:0' }

/** Ann, with browsers subscribed at a test push service. */
async function annsBrowsers(languages: string[], environment: Record<string, string> = {}) {
  const service = await startPushService()
  onTestFinished(service.stop)
  const parts = await testApp({ ...service.settings, ...environment })
  const ann = await parts.signUp('Ann')
  const browsers = languages.map((language, number) => service.browser(`secret-${number}`, language))
  for (const { subscription } of browsers) await ann.post('/push/subscriptions', subscription)
  const notify = (notice: Partial<TimerNotice> = {}) => parts.app.push.notify(ann.user.id, { ...NOTICE, ...notice })
  const kept = async () => (await ann.get('/push/subscriptions')).json().data.length as number
  const counted = async () => /ritmo_push_messages_total\{.*\} \d+/.exec((await parts.app.inject('/metrics')).body)?.[0]
  return { ...parts, service, ann, browsers, notify, kept, counted }
}

const START_STOP = ['resume', 'stop']
const PAUSE_STOP = ['pause', 'stop']

// prettier-ignore
test.each<[PushMessage['kind'], string, string, string, string[]]>([
  ['break',    'en', 'Work session completed!',          'Time for a break.',                       PAUSE_STOP],
  ['break',    'es', '¡Sesión de trabajo completada!',   'Hora de descansar.',                      PAUSE_STOP],
  ['break',    'tr', 'Çalışma seansı tamamlandı!',      'Mola zamanı.',                            PAUSE_STOP],
  ['work',     'en', 'Break completed!',                 'Back to work. Session 2 of 4.',           PAUSE_STOP],
  ['work',     'es', '¡Descanso completado!',            'De vuelta al trabajo. Sesión 2 de 4.',    PAUSE_STOP],
  ['work',     'tr', 'Mola bitti!',                      'Şimdi çalışma zamanı. Seans 2/4.',       PAUSE_STOP],
  ['waiting',  'en', 'Break completed!',                 'Session 2 of 4 is ready.',      START_STOP],
  ['waiting',  'es', '¡Descanso completado!',            'La sesión 2 de 4 está lista.',             START_STOP],
  ['waiting',  'tr', 'Mola bitti!',                      'Seans 2/4 hazır.',               START_STOP],
  ['complete', 'en', 'All sessions completed!',          'The timer is done.',                      []],
  ['complete', 'es', '¡Todas las sesiones completadas!', 'El temporizador ha terminado.',           []],
  ['complete', 'tr', 'Tüm seanslar tamamlandı!',        'Zamanlayıcı durdu.',                      []],
])('P1 the message for %s in %s is %j', async (kind, language, title, body, actions) => {
  const { service, browsers, notify } = await annsBrowsers([language])
  await notify({ kind, repetition: 2 })
  const message = browsers[0]!.read(service.received[0]!.body) as PushMessage
  expect(message).toEqual({ kind, title, body, tag: 'run-1:0', actions: expect.any(Array) })
  expect(message.actions.map(({ action }) => action)).toEqual(actions)
})

test('P1 when work follows work, the message does not mention a break', async () => {
  const { service, browsers, notify } = await annsBrowsers(['en'])
  await notify({ kind: 'waiting', ended: 'work', repetition: 2 })
  const message = browsers[0]!.read(service.received[0]!.body)
  expect(message).toMatchObject({ title: 'Work session completed!', body: 'Session 2 of 4 is ready.' })
})

test('P1 every browser of the user gets a message in its own language, encrypted for it alone', async () => {
  const { service, browsers, notify, counted, signUp, app } = await annsBrowsers(['en', 'es'])
  const bob = await signUp('Bob')
  const others = service.browser('bobs')
  await bob.post('/push/subscriptions', others.subscription)
  await notify({ kind: 'waiting' })
  const sent = service.received.toSorted((a, b) => a.path.localeCompare(b.path))
  expect(sent.map(({ path }) => path)).toEqual(['/secret-0', '/secret-1'])
  const titles = sent.map(({ body }, index) => (browsers[index]!.read(body) as PushMessage).actions[0]?.title)
  expect(titles).toEqual(['Start', 'Iniciar'])
  expect(() => others.read(sent[0]!.body)).toThrow()
  expect(await counted()).toBe('ritmo_push_messages_total{outcome="delivered"} 2')
  await app.push.notify('nobody', NOTICE)
  expect(service.received).toHaveLength(2)
})

test.each([
  ['https://ritmo.example.org', 'https://ritmo.example.org'],
  ['http://localhost:3000', 'mailto:hello@example.org'],
])('P1 a push from a server at %s has a signed contact, a lifetime and a topic', async (PUBLIC_URL, subject) => {
  const { service, ann, notify } = await annsBrowsers(['en'], { PUBLIC_URL })
  await notify()
  await notify()
  await notify({ key: 'run-1:1' })
  const [first, again, other] = service.received.map(({ headers }) => headers)
  expect(first).toMatchObject({ ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(first!['topic']).toMatch(/^[\w-]{22}$/)
  expect(again!['topic']).toBe(first!['topic'])
  expect(other!['topic']).not.toBe(first!['topic'])

  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(first!.authorization ?? '') ?? []
  const { publicKey } = (await ann.get('/push/key')).json().data
  expect(key).toBe(publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const { payload } = await jwtVerify(token, verifier, { algorithms: ['ES256'], audience: service.origin })
  expect(payload.sub).toBe(subject)
})

test.each([404, 410])('P3 a subscription is deleted if the push service answers %i', async (status) => {
  const { service, notify, kept, counted } = await annsBrowsers(['en', 'es'])
  service.answerWith(status)
  await notify()
  expect(await kept()).toBe(0)
  expect(await counted()).toBe('ritmo_push_messages_total{outcome="gone"} 2')
})

test.each([400, 403, 413, 429, 500, 503])('P3 after an answer of %i the subscription stays', async (status) => {
  const { service, notify, kept, counted } = await annsBrowsers(['en'])
  service.answerWith(status)
  await notify()
  expect(await kept()).toBe(1)
  expect(await counted()).toBe('ritmo_push_messages_total{outcome="failed"} 1')
})

test.each([301, 302, 303, 307, 308])('P2 a redirect (%i) is not followed', async (status) => {
  const { service, notify, kept, counted } = await annsBrowsers(['en'])
  service.answerWith(status, { location: `${service.origin}/elsewhere` })
  await notify()
  expect(service.received.map(({ path }) => path)).toEqual(['/secret-0'])
  expect(await kept()).toBe(1)
  expect(await counted()).toBe('ritmo_push_messages_total{outcome="failed"} 1')
})

test('P2 a subscription whose host is no longer allowed is deleted and not called', async () => {
  const { service, db, notify, kept } = await annsBrowsers(['en', 'en'])
  const inside = service.origin.replace('127.0.0.1', 'localhost')
  await db
    .updateTable('push_subscriptions')
    .set({ endpoint: `${inside}/a` })
    .where('endpoint', 'like', '%-0')
    .execute()
  await notify()
  expect(service.received.map(({ path }) => path)).toEqual(['/secret-1'])
  expect(await kept()).toBe(1)
})

// prettier-ignore
test.each([
  ['says nothing', 0,   {},                  'TimeoutError'],
  ['refuses',      500, {},                  '"status":500'],
  ['redirects',    302, { location: '/b' },  'TypeError'],
])('P3 for a push service that %s the log has the host, not the whole URL', async (_what, status, headers, logged) => {
  const { service, db, config, ann } = await annsBrowsers(['en'])
  service.answerWith(status, headers)
  const lines: string[] = []
  const { log } = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  const keys = deriveVapidKeys(Buffer.alloc(32, 9))
  const push = createPush({ ...config.push, db, keys, metrics: new Registry(), log, timeoutMs: 200 })
  await push.notify(ann.user.id, NOTICE)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(config.push.hosts[0])
  expect(lines[0]).toContain(logged)
  expect(lines[0]).not.toContain('secret-0')
})

test('P3 an unreachable push service, an invalid key or a closed database does not fail the caller', async () => {
  const { service, db, notify, counted } = await annsBrowsers(['en'])
  await service.stop()
  await notify()
  expect(await counted()).toBe('ritmo_push_messages_total{outcome="failed"} 1')
  await db
    .updateTable('push_subscriptions')
    .set({ p256dh: `BA${'A'.repeat(85)}` })
    .execute()
  await notify()
  expect(await counted()).toBe('ritmo_push_messages_total{outcome="failed"} 2')
  await db.schema.dropTable('push_subscriptions').execute()
  await expect(notify()).resolves.toBeUndefined()
})
