import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A program that can be ended in every way there is, and comes back with the same address and data. */
export interface Part {
  name: string
  url: string
  /** Of the process that was started last. */
  readonly pid: number
  /** Resolves when it answers. */
  start: () => Promise<void>
  /** Asks it to end. */
  stop: () => Promise<void>
  /** Ends all its processes at once, as a power cut would. */
  crash: () => Promise<void>
  freeze: () => void
  thaw: () => void
  /** Resolves when the process that runs now is no more, for whatever reason. */
  gone: () => Promise<void>
}

interface Recipe {
  name: string
  url: string
  command: [program: string, ...options: string[]]
  how?: SpawnOptions
  /** Where its log goes. */
  folder: string
  endsBy?: NodeJS.Signals
  answers: () => Promise<boolean>
}

const PATIENCE_MS = 60_000

const living = new Set<ChildProcess>()
const folders = new Set<string>()

export function createPart({ name, url, command, how, folder, endsBy = 'SIGTERM', answers }: Recipe): Part {
  const log = join(folder, `${name.replaceAll(' ', '-')}.log`)
  let child: ChildProcess | undefined

  function launch() {
    const [program, ...options] = command
    const output = openSync(log, 'a')
    // In a group of its own, or Ctrl+C in a terminal would reach all parts at once, in no order.
    child = spawn(program, options, { ...how, detached: true, stdio: ['ignore', output, output] })
    const launched = child
    living.add(launched)
    launched.once('exit', () => {
      living.delete(launched)
      // Killed by hand, nginx leaves workers behind that keep its port.
      send('SIGKILL', -(launched.pid ?? 0))
    })
  }

  async function gone() {
    if (child !== undefined && isAlive(child)) await once(child, 'exit')
  }

  return {
    name,
    url,
    get pid() {
      return child?.pid ?? 0
    },
    gone,
    async start() {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await setTimeout(100)) {
        // Again if it ended: after a crash PostgreSQL refuses as long as orphans of the old one are not gone.
        if (child === undefined || !isAlive(child)) launch()
        if (await answers()) return
      }
      throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
    },
    async stop() {
      const ended = gone()
      signal(child, 'SIGCONT')
      if (child !== undefined && isAlive(child)) child.kill(endsBy)
      await ended
    },
    async crash() {
      const ended = gone()
      kill(child)
      await ended
    },
    freeze: () => signal(child, 'SIGSTOP'),
    thaw: () => signal(child, 'SIGCONT'),
  }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** To the process and to those it made: the servers of PostgreSQL's connections, the workers of nginx. */
function signal(child: ChildProcess | undefined, name: NodeJS.Signals) {
  if (child?.pid === undefined || !isAlive(child)) return
  for (const pid of [child.pid, ...childrenOf(child.pid)]) send(name, pid)
}

/** Nothing to those who are gone already. */
function send(name: NodeJS.Signals, pid: number) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function kill(child: ChildProcess | undefined) {
  // Stopped first: it must make no other process while they are counted.
  child?.kill('SIGSTOP')
  signal(child, 'SIGKILL')
}

function childrenOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    // Only Linux tells.
    return []
  }
}

/** A folder that every user can enter (PostgreSQL and nginx change theirs) and that goes when this process ends. */
export function throwawayFolder(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

export function removeFolder(folder: string) {
  folders.delete(folder)
  // Retried, as a process that was just killed may still be writing.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

process.on('exit', () => {
  living.forEach(kill)
  folders.forEach(removeFolder)
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    // Whoever else listens ends the parts gently.
    if (process.listenerCount(name) === 1) process.exit(1)
  })
