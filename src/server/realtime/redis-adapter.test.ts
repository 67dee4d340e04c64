import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
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
  const proxy = await startFaultProxy(Number(new URL(redis.url).port))
  onTestFinished(proxy.close)
  const parts = await testApp({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` })
  const other = await createApp({ ...parts, now: () => parts.clock.now, webDir: 'nowhere' })
  onTestFinished(() => other.close())
  const ann = await parts.signUp('Ann')
  const { id: project } = (await ann.post('/projects', { name: 'Atlas' })).json().data
  const clients = [await connected(parts.app, ann.token), await connected(other, ann.token)] as const
  const device = createTimerDevice(ann, parts.clock)
  await waitUntilJoined(clients)
  return { redis, proxy, ann, clients, start: () => device.send([device.start(project)]) }
}

type Client = Awaited<ReturnType<typeof connected>>

/** Waits until a message of one client reaches the other. */
async function waitUntilJoined([one, other]: readonly [Client, Client]) {
  const joined = once(other as never, 'timer:requestState')
  const timer = setInterval(() => one.emit('timer:requestSync', {}), 500)
  await joined
  clearInterval(timer)
}

async function connected(app: FastifyInstance, token: string) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token, proto: 2 },
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

    const caughtUp = once(other as never, 'timer:state')
    await redis.start()
    expect(await caughtUp).toMatchObject([{ rev: 1 }])
  },
)

test.runIf(hasRedis)(
  'O41 updates that are sent while the connections to Redis are dead arrive once that is noticed',
  async () => {
    const { proxy, clients, start } = await twoServers()
    const received = clients.map((client) => once(client as never, 'timer:start'))
    proxy.abandon()
    await start()
    for (const [message] of await Promise.all(received)) expect(message).toMatchObject({ status: 'running', rev: 1 })
  },
)

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
