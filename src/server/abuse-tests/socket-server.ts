import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { TimerReply } from '#contract/timer.ts'
import { REJECTED_COMMAND } from './sample-messages.ts'
import { fillPlaceholders } from './sample-requests.ts'
import { type Caller, valuesFor, startServer, runTimer, watchForHarm } from './test-server.ts'

const ACK_TIMEOUT_MS = 5_000

/** Starts a server that listens for socket connections. */
export async function startSocketServer() {
  const server = await startServer()
  await server.app.ready()
  // Only the socket listens: the jobs of a listening server would send mail and deliver events meanwhile.
  server.app.server.listen(0, '127.0.0.1')
  await once(server.app.server, 'listening')
  onTestFinished(() => void server.app.server.close())
  const { port } = server.app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`

  const open = (auth: object) => {
    const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
    onTestFinished(() => void socket.disconnect())
    return socket
  }

  return {
    ...server,
    url,
    open,
    /** The caller's timer has run. */
    async createCaller() {
      const caller = await server.createCaller()
      await runTimer(server.app, caller)
      return caller
    },
    async connect({ token }: Caller, kind: 'current' | 'legacy' = 'current') {
      const socket = open({ token, ...(kind === 'current' && { proto: 2 }) })
      await once(socket as never, 'connect')
      return socket
    },
  }
}

/** Connects Ann, who must receive nothing while other users send events. */
export async function startWithListener() {
  const server = await startSocketServer()
  const ann = await server.createCaller()
  const listener = await server.connect(ann)
  const received: unknown[] = []
  listener.onAny((...event: unknown[]) => received.push(event))
  const expectNoHarm = await watchForHarm(server, ann)
  return {
    ...server,
    ann,
    async expectUnaffected() {
      await expectNoHarm()
      expect(await listener.timeout(ACK_TIMEOUT_MS).emitWithAck('timer:clock')).toBeTypeOf('number')
      expect(received).toEqual([])
    },
  }
}

/** Reads the timer after the server has handled all earlier events of the socket. */
export async function readTimerAfter(socket: Socket, caller: Caller) {
  const command = fillPlaceholders(REJECTED_COMMAND, valuesFor(caller))
  return (await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('timer:tick', command)) as TimerReply
}
