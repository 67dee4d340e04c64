import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HttpLoad, HttpLoadResult } from './http-load.ts'
import type { DeliveryResult, Person, PhaseEnds, SocketJob, SocketResult } from './socket-load.ts'

/** Runs a program of this folder in its own process. */
const forkProgram = (name: string, options: readonly string[], execArgv: readonly string[] = []) =>
  fork(join(import.meta.dirname, name), options, { execArgv: [...execArgv] })

async function stopProgram(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** Starts a bare server, which sends its port once it listens. */
export async function startBaseline(name: string, options: readonly string[], execArgv?: readonly string[]) {
  const child = forkProgram(name, options, execArgv)
  const [port] = (await once(child, 'message')) as [number]
  return { port, url: `http://127.0.0.1:${port}`, child, stop: () => stopProgram(child) }
}

/** Returns a function that sends a job to a process and waits for its result, and fails if the process exits. */
function createRequester<Result>(child: ChildProcess) {
  const exited = once(child, 'exit').then((): Result => {
    throw new Error('The load generator has exited')
  })
  // An exit after the last job is no error.
  exited.catch(() => {})
  return (job: HttpLoad | SocketJob) => {
    child.send(job)
    return Promise.race([once(child, 'message').then(([result]) => result as Result), exited])
  }
}

/** Generates HTTP load in its own process, so that it takes no time from the measured servers' event loops. */
export function startLoad() {
  const child = forkProgram('http-load.ts', [])
  return { run: createRequester<HttpLoadResult>(child), stop: () => stopProgram(child) }
}

/** Connected devices, in their own process. */
export function startDevices() {
  const child = forkProgram('socket-load.ts', [])
  const send = createRequester<SocketResult>(child)
  const run = async (job: SocketJob) => (await send(job)) as DeliveryResult
  return {
    connect: async (name: string, protocol: 'socket.io' | 'relay', people: readonly Person[]) =>
      void (await run({ type: 'connect', name, protocol, people })),
    press: (name: string, perSecond: number, milliseconds: number) =>
      run({ type: 'press', name, perSecond, milliseconds }),
    /** Reconnects all devices after their server was restarted. */
    reconnect: async (name: string) => void (await run({ type: 'reconnect', name })),
    /** Lets a phase of each user end by itself within the second after a moment. */
    endPhases: async (name: string, endsAt: number) => (await send({ type: 'end-phases', name, endsAt })) as PhaseEnds,
    /** Sends ticks of running timers, and returns how many. */
    tick: async (name: string, perSecond: number, milliseconds: number) =>
      ((await send({ type: 'tick', name, perSecond, milliseconds })) as { ticks: number }).ticks,
    stop: () => stopProgram(child),
  }
}

/** The address of the product's WebSocket. */
export const socketUrl = (url: string) => `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
