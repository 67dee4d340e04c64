import type { createAdapter } from '@socket.io/redis-streams-adapter'

type RedisStreamsAdapter = ReturnType<ReturnType<typeof createAdapter>>

/**
 * Lets a broadcast reach the clients of this server at once, whether Redis answers or not.
 *
 * The adapter sends a broadcast to its own clients only after Redis has confirmed it: they would wait for a round trip
 * each time, and for up to four seconds while a dead connection to Redis is not noticed yet. There is no option for
 * this, and the class is not exported, so `doPublish` (which every cluster adapter of Socket.IO has to implement) is
 * replaced on the instance. `publish-without-waiting.test.ts` fails if an upgrade breaks this, or makes it unnecessary.
 */
export function publishWithoutWaiting(adapter: RedisStreamsAdapter) {
  const publish = adapter.doPublish.bind(adapter) as (message: unknown) => Promise<string>
  adapter.doPublish = (message: unknown) => {
    // A message may be sent twice if the connection breaks meanwhile. Clients ignore a snapshot that they already have.
    publish(message)
      .catch(() => publish(message))
      .catch(() => {})
    return Promise.resolve('')
  }
  return adapter
}
