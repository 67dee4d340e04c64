import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '#web/features/timer/clock/clock.ts'
import { createSocket } from './socket.ts'

/** A socket whose server has told it a spread. */
async function socketToldToWait(ms: number) {
  const http = createServer()
  const io = new Server(http)
  io.on('connection', (client) => client.emit('connection:spread', { ms }))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => io.close())
  const socket = await createSocket({
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    clock: createClock(),
    auth: () => ({}),
    onSnapshot: () => {},
    currentMessage: () => undefined,
    onRevoked: () => {},
    onListChanged: () => {},
  })
  onTestFinished(() => void socket.disconnect())
  const told = new Promise((resolve) => socket.on('connection:spread', resolve))
  socket.connect()
  await told
  return socket.io
}

test('O86 clients of a large server add a random wait before they reconnect', async () => {
  const delays = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const manager = await socketToldToWait(20_000)
      expect(manager.reconnectionDelayMax()).toBeGreaterThanOrEqual(manager.reconnectionDelay())
      return manager.reconnectionDelay()
    }),
  )
  for (const delay of delays) {
    expect(delay).toBeGreaterThanOrEqual(1_000)
    expect(delay).toBeLessThan(21_000)
  }
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(2_000)
})
