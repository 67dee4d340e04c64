import { setImmediate } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Server } from 'socket.io'
import { expect, test } from 'vitest'
import { publishWithoutWaiting } from './publish-without-waiting.ts'

type Adapter = ReturnType<ReturnType<typeof createAdapter>>

/** Broadcasts while Redis never answers, and returns what a client of this server has received since. */
async function broadcastWithoutRedis(prepare: (adapter: Adapter) => Adapter) {
  const never = () => new Promise<never>(() => {})
  const redis = { xAdd: never, sSubscribe: never, duplicate: () => ({ on: () => {}, connect: never }) }
  const io = new Server()
  const create = createAdapter(redis, { onlyPlaintext: true })
  io.adapter(function createTestAdapter(namespace) {
    return prepare(create(namespace))
  })
  const received: unknown[] = []
  const namespace = io.of('/')
  const client = {
    notifyOutgoingListeners: () => {},
    client: { writeToEngine: (packet: unknown) => received.push(packet) },
  }
  namespace.sockets.set('client', client as never)
  void namespace.adapter.addAll('client', new Set(['user:ann']))
  io.to('user:ann').emit('timer:state', {})
  await setImmediate()
  return received
}

test('O41 a broadcast reaches the clients of this server although Redis does not answer', async () => {
  expect(await broadcastWithoutRedis(publishWithoutWaiting)).toHaveLength(1)
})

test('the Redis adapter alone still makes its own clients wait for Redis', async () => {
  expect(await broadcastWithoutRedis((adapter) => adapter)).toEqual([])
})
