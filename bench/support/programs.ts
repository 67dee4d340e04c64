import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Job, Result } from './http-load.ts'
import type { Heard, Person, SocketJob } from './socket-load.ts'

/** A program beside this file, as a process of its own. */
const start = (name: string, options: readonly string[], execArgv: readonly string[] = []) =>
  fork(join(import.meta.dirname, name), options, { execArgv: [...execArgv] })

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** A baseline: a server that tells its port once it listens. */
export async function startBare(name: string, options: readonly string[], execArgv?: readonly string[]) {
  const child = start(name, options, execArgv)
  const [port] = (await once(child, 'message')) as [number]
  return { port, url: `http://127.0.0.1:${port}`, child, stop: () => end(child) }
}

/** Asks a process for one thing after the other; fails when it is gone. */
function asking<Answer>(child: ChildProcess) {
  const gone = once(child, 'exit').then((): Answer => {
    throw new Error('The process that makes the load has ended')
  })
  // Once nobody asks any more, it may go.
  gone.catch(() => {})
  return (question: Job | SocketJob) => {
    child.send(question)
    return Promise.race([once(child, 'message').then(([answer]) => answer as Answer), gone])
  }
}

/** A process that makes the load, so that neither side pays for it. */
export function startLoad() {
  const child = start('http-load.ts', [])
  return { run: asking<Result>(child), stop: () => end(child) }
}

/** Connected devices, in a process of their own. */
export function startDevices() {
  const child = start('socket-load.ts', [])
  const ask = asking<Heard>(child)
  return {
    connect: async (name: string, speaks: 'socket.io' | 'relay', people: readonly Person[]) =>
      void (await ask({ type: 'connect', name, speaks, people })),
    press: (name: string, perSecond: number, milliseconds: number) =>
      ask({ type: 'press', name, perSecond, milliseconds }),
    /** Connects all of them again, which have lost their server. */
    comeBack: async (name: string) => void (await ask({ type: 'return', name })),
    stop: () => end(child),
  }
}

/** Where the devices of our clients connect. */
export const socketUrl = (url: string) => `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
