import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { spreadFor } from './reconnect-spread.ts'

// prettier-ignore
test.each([
  [0, 0], [1, 0], [511, 0], [512, 1_024], [1_023, 1_024], [1_024, 2_048], [5_000, 8_192], [10_000, 16_384], [100_000, 20_000],
])('O86 of %i clients, each adds a random wait of up to %i ms before it reconnects', (sockets, ms) => {
  expect(spreadFor(sockets)).toBe(ms)
})

test('O86 a server with few clients, and a legacy client, hear nothing of it', async () => {
  const { app, signUp } = await testApp()
  const { token } = await signUp('Ann')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const received: string[] = []
  for (const auth of [{ token }, { token, proto: 2 }]) {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, auth })
    onTestFinished(() => void socket.disconnect())
    socket.onAny((name: string) => received.push(name))
    await once(socket as never, 'connect')
    await socket.emitWithAck('timer:clock')
  }
  expect(received).toEqual([])
})
