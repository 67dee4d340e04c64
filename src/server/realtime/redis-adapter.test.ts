import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { findProgram } from '../../../scripts/topology/programs.ts'
import { createRedis } from '../../../scripts/topology/redis.ts'

const hasRedis = findProgram('redis-server') !== undefined

/** Two servers on one database, and Ann with a client on each. */
async function twoServers() {
  const redis = await createRedis(mkdtempSync(join(tmpdir(), 'ritmo-redis-')))
  await redis.start()
  onTestFinished(redis.crash)
  const proxies = [await proxyFor(redis), await proxyFor(redis)] as const
  const [redisUrl, redisUrlOfOther] = proxies.map(({ port }) => `redis://127.0.0.1:${port}`)
  const parts = await testApp({ REDIS_URL: redisUrl!, LOG_LEVEL: 'error' })
  const logTo = { write: (line: string) => void parts.log.push(line) }
  const shared = { ...parts, now: () => parts.clock.now, webDir: 'nowhere', logTo }
  const other = await createApp({ ...shared, config: { ...parts.config, redisUrl: redisUrlOfOther } })
  onTestFinished(() => other.close())
  const ann = await parts.signUp('Ann')
  const { id: project } = (await ann.post('/projects', { name: 'Atlas' })).json().data
  await Promise.all([parts.app, other].map((app) => waitForMetric(app, 'ritmo_redis_in_step', 1)))
  const clients = [await connected(parts.app, ann.token), await connected(other, ann.token)] as const
  const device = createTimerDevice(ann, parts.clock)
  const command = (command: string[]) => sendToRedis(redis.url, command)
  return {
    ...shared,
    other,
    redis,
    proxies,
    ann,
    clients,
    project,
    device,
    command,
    start: () => device.send([device.start(project)]),
    legacyClient: async (app: FastifyInstance) => connected(app, ann.token, {}),
  }
}

async function proxyFor({ url }: { url: string }) {
  const proxy = await startFaultProxy(Number(new URL(url).port))
  onTestFinished(proxy.close)
  return proxy
}

/** Waits until a metric of a server has a value. */
const waitForMetric = (app: FastifyInstance, name: string, value: number) =>
  vi.waitFor(
    async () => {
      const { body } = await app.inject('/metrics')
      expect(body).toMatch(new RegExp(`^${name}\\{[^}]*\\} ${value}$`, 'm'))
    },
    { timeout: 20_000, interval: 100 },
  )

async function sendToRedis(url: string, command: string[]) {
  const client = createClient({ url })
  await client.connect()
  await client.sendCommand(command)
  client.destroy()
}

async function connected(app: FastifyInstance, token: string, protocol: object = { proto: 2 }) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token, ...protocol },
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  return socket
}

test.runIf(hasRedis)('T33 timer commands and sign-outs on one server reach the clients of the others', async () => {
  const { clients, ann, start } = await twoServers()
  const received = clients.map((client) => once(client as never, 'timer:start'))
  await start()
  for (const [message] of await Promise.all(received)) expect(message).toMatchObject({ status: 'running', rev: 1 })

  const revoked = clients.map((client) => once(client as never, 'session:revoked'))
  await ann.post('/users/logout')
  for (const [message] of await Promise.all(revoked)) expect(message).toEqual({ reason: 'signed-out' })
})

test.runIf(hasRedis)(
  'T33 without Redis a server updates its own clients, and the others once Redis is back',
  async () => {
    const { redis, clients, start } = await twoServers()
    const [own, other] = clients
    await redis.crash()
    const received = once(own as never, 'timer:start')
    await start()
    expect(await received).toMatchObject([{ rev: 1 }])

    const caughtUp = Promise.race(['timer:start', 'timer:state'].map((name) => once(other as never, name)))
    await redis.start()
    expect(await caughtUp).toMatchObject([{ rev: 1 }])
  },
)

test.runIf(hasRedis)(
  'O41 updates that are sent while the connections to Redis are dead arrive once that is noticed',
  async () => {
    const { proxies, clients, start } = await twoServers()
    const received = clients.map((client) => once(client as never, 'timer:start'))
    for (const proxy of proxies) proxy.abandon()
    await start()
    for (const [message] of await Promise.all(received)) expect(message).toMatchObject({ status: 'running', rev: 1 })
  },
)

/** Redis that answers, but through which no message passes. */
// prettier-ignore
const REFUSALS = [
  ['has no memory left',           ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], 'OOM'],
  ['has become a read-only copy',  ['REPLICAOF', '127.0.0.1', '1'],     ['REPLICAOF', 'NO', 'ONE'],          'READONLY'],
] as const

test.runIf(hasRedis).each(REFUSALS)(
  'O83 a server notices when Redis %s, logs it, reads changes from the database, and is in step again afterwards',
  async (_what, break_, mend, reason) => {
    const { app, other, clients, start, command, log, device } = await twoServers()
    const across = clients[1]
    await command([...break_])
    const first = once(across as never, 'timer:state')
    await start()
    await Promise.all([app, other].map((each) => waitForMetric(each, 'ritmo_redis_in_step', 0)))
    expect(await first).toMatchObject([{ rev: 1 }])
    const line = log.map((text) => JSON.parse(text)).find(({ msg }) => msg.startsWith('messages between servers'))
    expect(line).toMatchObject({ level: 50, err: { message: expect.stringContaining(reason) } })

    await command([...mend])
    await Promise.all([app, other].map((each) => waitForMetric(each, 'ritmo_redis_in_step', 1)))
    const paused = once(across as never, 'timer:pause')
    await device.send([device.act({ type: 'pause' })])
    expect(await paused).toMatchObject([{ rev: 2 }])
  },
  60_000,
)

test.runIf(hasRedis)(
  'O83 a server that fell behind a stream that keeps only the latest messages notices it, and catches up',
  async () => {
    const { clients, start, command, proxies } = await twoServers()
    const caughtUp = once(clients[1] as never, 'timer:state')
    proxies[1].cut()
    await start()
    await command(['XTRIM', 'ritmo', 'MAXLEN', '0'])
    proxies[1].heal()
    expect(await caughtUp).toMatchObject([{ rev: 1 }])
  },
  60_000,
)

test.runIf(hasRedis)(
  'O84 a tick goes to other servers only while a legacy client of the user is connected there',
  async () => {
    const { clients, start, other, redis, legacyClient, clock } = await twoServers()
    await start()
    const ticks = () => countMessages(redis.url, 'timer:tick')
    const tick = async () => {
      clock.now += 1_000
      await clients[0].emitWithAck('timer:tick', { status: 'running' })
      // The message was sent before the acknowledgement, but Redis has not answered yet.
      await sleep(100)
    }
    await tick()
    expect(await ticks()).toBe(0)

    const legacy = await legacyClient(other)
    const heard = once(legacy as never, 'timer:tick')
    await vi.waitFor(async () => expect(await countMessages(redis.url, 'legacy-clients')).toBeGreaterThan(0))
    await tick()
    expect(await heard).toMatchObject([{ status: 'running' }])
    expect(await ticks()).toBe(1)

    legacy.disconnect()
    // The other server still has to read the message that no legacy client is left.
    await vi.waitFor(
      async () => {
        const before = await ticks()
        await tick()
        expect(await ticks()).toBe(before)
      },
      { timeout: 10_000 },
    )
  },
  60_000,
)

test.runIf(hasRedis)(
  'O84 a server that starts learns which users have legacy clients on the others',
  async () => {
    const { start, other, legacyClient, ...shared } = await twoServers()
    await start()
    const legacy = await legacyClient(other)
    const third = await createApp(shared)
    onTestFinished(() => third.close())
    await waitForMetric(third, 'ritmo_redis_in_step', 1)
    const client = await connected(third, shared.ann.token)
    const heard = once(legacy as never, 'timer:tick')
    const ticking = setInterval(() => {
      shared.clock.now += 1_000
      client.emit('timer:tick', { status: 'running' })
    }, 600)
    onTestFinished(() => clearInterval(ticking))
    expect(await heard).toMatchObject([{ status: 'running' }])
  },
  60_000,
)

/** How many messages of the stream contain a text. */
async function countMessages(url: string, text: string) {
  const client = createClient({ url })
  await client.connect()
  const messages = await client.xRange('ritmo', '-', '+')
  client.destroy()
  return (messages ?? []).filter(({ message }) => Object.values(message).some((field) => field.includes(text))).length
}

test.runIf(hasRedis)(
  'O36 a server that stops disconnects its clients in batches, and does not record their users as absent',
  async () => {
    const redis = await createRedis(mkdtempSync(join(tmpdir(), 'ritmo-redis-')))
    await redis.start()
    onTestFinished(redis.crash)
    const { app, db, clock, signUp } = await testApp({ REDIS_URL: redis.url })
    const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
    const { id: project } = (await ann.post('/projects', { name: 'Atlas' })).json().data
    const device = createTimerDevice(ann, clock)
    await device.send([device.start(project)])
    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const lost: { at: number; reason: string }[] = []
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const auth = { token: (index % 2 === 0 ? ann : bob).token, proto: 2 }
        const socket = io(url, { transports: ['websocket'], auth, forceNew: true, reconnection: false })
        socket.on('disconnect', (reason) => lost.push({ at: performance.now(), reason }))
        onTestFinished(() => void socket.disconnect())
        return once(socket as never, 'connect')
      }),
    )
    clock.now += 1_000
    const stoppedAt = performance.now()
    await app.close()

    await expect.poll(() => lost).toHaveLength(30)
    expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['transport close']))
    expect(lost.at(-1)!.at - stoppedAt).toBeGreaterThan(90)
    const { seen_at } = await db.selectFrom('timers').select('seen_at').executeTakeFirstOrThrow()
    expect(seen_at).toBe(clock.now - 1_000)
  },
)
