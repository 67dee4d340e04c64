import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ALL_ROUNDS } from './bad-requests.ts'
import { badEvents } from './bad-events.ts'
import { BAD_PACKETS } from './bad-packets.ts'
import { annListens, settled } from './live-site.ts'
import { filled } from './samples.ts'
import { filler } from './site.ts'

/** Another engine goes on where the first has ended. */
const [FIRST, ROUNDS] = process.env['TEST_DATABASE_URL'] ? [9, 3] : [0, 9]
const LAST = FIRST + (process.env['BAD_INPUT'] === 'all' ? ALL_ROUNDS : ROUNDS)
/** One connection is heard twenty times in ten seconds: the last is for asking how the timer stands. */
const EVENTS_OF_ONE = 19
const CONNECTIONS_OF_ONE_USER = 5
const AT_ONCE = 3
const LONG = { timeout: 900_000 }

test('R2 whatever is said with an event does no harm, and the next is heard', LONG, async () => {
  const { newcomer, connect, expectUnheard } = await annListens()
  const rounds = Array.from({ length: LAST - FIRST }, (_, index) => badEvents(FIRST + index))
  const connections = inParts(rounds.flat(), EVENTS_OF_ONE).entries()

  async function speak() {
    let mallory = await newcomer()
    for (const [index, events] of connections) {
      if (index % CONNECTIONS_OF_ONE_USER === 0) mallory = await newcomer()
      const socket = await connect(mallory, index % 2 === 0 ? 'plain' : 'ours')
      for (const { name, said } of events) socket.emit(name, ...filled(said, filler(mallory)))
      await settled(socket, mallory)
      socket.disconnect()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, speak))
  await expectUnheard()
})

test('R2 what is no event at all harms nobody', async () => {
  const { url, complaints, newcomer, expectUnheard } = await annListens()
  const { token } = await newcomer()
  for (const [what, packets] of Object.entries(BAD_PACKETS)) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    await once(socket, 'message')
    socket.send(`40${JSON.stringify({ token })}`)
    await once(socket, 'message')
    for (const packet of packets) socket.send(packet)
    // What was sent before this is read before it.
    const closed = once(socket, 'close')
    socket.close()
    await closed
    expect(complaints, what).toEqual([])
  }
  await expectUnheard()
})

const inParts = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
