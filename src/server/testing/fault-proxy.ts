import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy that causes network faults. */
export interface FaultProxy {
  port: number
  /** Delays each chunk. */
  delay: (milliseconds: number) => void
  /** Closes every connection, and each new one at once, as if the server had stopped. */
  cut: () => void
  /** Resets every connection; new ones work. */
  reset: () => void
  /** Silently drops all traffic of the current connections for ever; new ones work. */
  abandon: () => void
  /** Accepts connections but forwards nothing until it heals. */
  hold: () => void
  /** Ends all faults. Abandoned connections stay dead, and are closed towards the server. */
  heal: () => void
  close: () => Promise<void>
}

interface Connection {
  near: Socket
  far: Socket
  isAbandoned: boolean
}

/** Starts a proxy on a free port before a local port. */
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

/** Forwards data, end and errors in order. With an undefined delay it drops them. */
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
  from.on('data', (chunk) => pass(() => to.write(chunk)))
  from.on('end', () => pass(() => to.end()))
  from.on('error', () => pass(() => to.resetAndDestroy()))
}
