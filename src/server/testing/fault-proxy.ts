import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What lies between two programs that talk over TCP, and does to them what networks do. */
export interface FaultProxy {
  port: number
  /** Each piece arrives this much later. */
  delay: (milliseconds: number) => void
  /** Ends every connection, as a program does that ends, and each new one at once. */
  cut: () => void
  /** Breaks every connection off; new ones work. */
  reset: () => void
  /** The connections there are carry nothing any more, for ever, and neither end is told; new ones work. */
  abandon: () => void
  /** Connections are there and are taken, but nothing passes; once healed, all of it does. */
  hold: () => void
  /** What was abandoned stays so. Its server has heard by now that nobody is there. */
  heal: () => void
  close: () => Promise<void>
}

/** One connection: what its client has, and what leads on. */
interface Connection {
  near: Socket
  far: Socket
  isAbandoned: boolean
}

/** Stands before a program of this machine, at a port of its own. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<Connection>()
  const fault = { delayMs: 0, isHeld: false, isCut: false }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (fault.isCut) return void near.destroy()
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    const pair = { near, far, isAbandoned: false }
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      if (fault.isHeld) from.pause()
      forward(from, to, () => (pair.isAbandoned ? undefined : fault.delayMs))
      from.on('close', () => to.destroyed && pairs.delete(pair))
    }
  })
  const each = (work: (socket: Socket) => void) => {
    for (const { near, far, isAbandoned } of pairs) if (!isAbandoned) [near, far].forEach(work)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    delay(milliseconds) {
      fault.delayMs = milliseconds
    },
    cut() {
      fault.isCut = true
      each((socket) => socket.destroy())
    },
    reset: () => each((socket) => socket.resetAndDestroy()),
    abandon() {
      for (const pair of pairs) pair.isAbandoned = true
    },
    hold() {
      fault.isHeld = true
      each((socket) => socket.pause())
    },
    heal() {
      Object.assign(fault, { delayMs: 0, isHeld: false, isCut: false })
      each((socket) => socket.resume())
      for (const { far, isAbandoned } of pairs) if (isAbandoned) far.destroy()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const { near, far } of pairs) [near, far].forEach((socket) => socket.destroy())
      await closed
    },
  }
}

/** Everything that one end says, and how it goes, comes to the other in order; with an undefined delay, never. */
function forward(from: Socket, to: Socket, delayNow: () => number | undefined) {
  let passed = Promise.resolve()
  const pass = (work: () => void) => {
    const at = performance.now() + (delayNow() ?? 0)
    passed = passed.then(async () => {
      if (at > performance.now()) await sleep(at - performance.now())
      if (delayNow() !== undefined && !to.destroyed) work()
    })
  }
  from.setNoDelay(true)
  from.on('data', (piece) => pass(() => to.write(piece)))
  from.on('end', () => pass(() => to.end()))
  from.on('error', () => pass(() => to.resetAndDestroy()))
}
