import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ALL_ROUNDS } from './bad-requests.ts'
import { badEvents } from './bad-events.ts'
import { BAD_PACKETS } from './bad-packets.ts'
import { startWithListener, readTimerAfter } from './socket-server.ts'
import { fillPlaceholders } from './sample-requests.ts'
import { valuesFor } from './test-server.ts'

/** PostgreSQL continues with the rounds after those of SQLite. */
const [FIRST, ROUNDS] = process.env['TEST_DATABASE_URL'] ? [9, 3] : [0, 9]
const LAST = FIRST + (process.env['BAD_INPUT'] === 'all' ? ALL_ROUNDS : ROUNDS)
/** A connection may send 20 events in 10 seconds; the last one reads the timer. */
const EVENTS_PER_CONNECTION = 19
const CONNECTIONS_PER_USER = 5
const CONCURRENT_CALLERS = 3
const LONG = { timeout: process.env['BAD_INPUT'] === 'all' ? 900_000 : 180_000 }

test('R2 events with bad values do no harm, and the next event is handled', LONG, async () => {
  const { createCaller, connect, expectUnaffected } = await startWithListener()
  const rounds = Array.from({ length: LAST - FIRST }, (_, index) => badEvents(FIRST + index))
  const connections = chunk(rounds.flat(), EVENTS_PER_CONNECTION).entries()

  async function sendEvents() {
    let mallory = await createCaller()
    for (const [index, events] of connections) {
      if (index % CONNECTIONS_PER_USER === 0) mallory = await createCaller()
      const socket = await connect(mallory, index % 2 === 0 ? 'legacy' : 'current')
      for (const { name, args } of events) socket.emit(name, ...fillPlaceholders(args, valuesFor(mallory)))
      await readTimerAfter(socket, mallory)
      socket.disconnect()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_CALLERS }, sendEvents))
  await expectUnaffected()
})

test('R2 packets that are no events do no harm', async () => {
  const { url, log, createCaller, expectUnaffected } = await startWithListener()
  const { token } = await createCaller()
  for (const [what, packets] of Object.entries(BAD_PACKETS)) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    await once(socket, 'message')
    socket.send(`40${JSON.stringify({ token })}`)
    await once(socket, 'message')
    for (const packet of packets) socket.send(packet)
    // The server reads the packets before it sees the close.
    const closed = once(socket, 'close')
    socket.close()
    await closed
    expect(log, what).toEqual([])
  }
  await expectUnaffected()
})

const chunk = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
