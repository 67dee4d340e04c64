import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A program that can be stopped, killed, frozen and started again with the same address and data. */
export interface ManagedProcess {
  name: string
  url: string
  /** The id of the process that was started last. */
  readonly pid: number
  /** Resolves when it is ready. */
  start: () => Promise<void>
  /** Sends its stop signal and waits for its exit. */
  stop: () => Promise<void>
  /** Kills it and its children at once, like a power cut. */
  crash: () => Promise<void>
  freeze: () => void
  unfreeze: () => void
  /** Resolves when the current process has exited for any reason. */
  waitForExit: () => Promise<void>
}

interface ProcessOptions {
  name: string
  url: string
  command: [program: string, ...options: string[]]
  spawnOptions?: SpawnOptions
  /** Holds its log. */
  folder: string
  stopSignal?: NodeJS.Signals
  /** Its processes that are not its children. */
  listDetached?: () => number[]
  isReady: () => Promise<boolean>
}

const START_TIMEOUT_MS = 60_000

/** Each with a function that lists its detached processes. */
const runningChildren = new Map<ChildProcess, () => number[]>()
const temporaryFolders = new Set<string>()

export function createManagedProcess({
  name,
  url,
  command,
  spawnOptions,
  folder,
  stopSignal = 'SIGTERM',
  listDetached = () => [],
  isReady,
}: ProcessOptions): ManagedProcess {
  const log = join(folder, `${name.replaceAll(' ', '-')}.log`)
  let child: ChildProcess | undefined

  function launch() {
    const [program, ...options] = command
    const output = openSync(log, 'a')
    // A process group of its own keeps Ctrl+C from stopping all programs at once in random order.
    child = spawn(program, options, { ...spawnOptions, detached: true, stdio: ['ignore', output, output] })
    const launched = child
    runningChildren.set(launched, listDetached)
    launched.once('exit', () => {
      runningChildren.delete(launched)
      // A killed nginx leaves workers behind that keep its port.
      sendSignal('SIGKILL', -(launched.pid ?? 0))
    })
  }

  async function waitForExit() {
    if (child !== undefined && isAlive(child)) await once(child, 'exit')
  }

  return {
    name,
    url,
    get pid() {
      return child?.pid ?? 0
    },
    waitForExit,
    async start() {
      for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await setTimeout(100)) {
        // After a crash PostgreSQL exits at once while orphans of the old process live, so it is launched again.
        if (child === undefined || !isAlive(child)) launch()
        if (await isReady()) return
      }
      throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
    },
    async stop() {
      const ended = waitForExit()
      signalWithChildren(child, 'SIGCONT')
      if (child !== undefined && isAlive(child)) child.kill(stopSignal)
      await ended
    },
    async crash() {
      const ended = waitForExit()
      killWithChildren(child)
      await ended
    },
    freeze: () => signalWithChildren(child, 'SIGSTOP'),
    unfreeze: () => signalWithChildren(child, 'SIGCONT'),
  }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Signals the process and its children, such as PostgreSQL's backends and nginx's workers. */
function signalWithChildren(child: ChildProcess | undefined, name: NodeJS.Signals) {
  if (child?.pid === undefined || !isAlive(child)) return
  const detached = runningChildren.get(child)?.() ?? []
  for (const pid of [child.pid, ...detached]) for (const each of [pid, ...listChildren(pid)]) sendSignal(name, each)
}

/** Ignores processes that have already exited. */
function sendSignal(name: NodeJS.Signals, pid: number) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function killWithChildren(child: ChildProcess | undefined) {
  // It is stopped first, so that it cannot fork while its children are listed.
  child?.kill('SIGSTOP')
  signalWithChildren(child, 'SIGKILL')
}

function listChildren(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    // Only Linux has this file.
    return []
  }
}

/** Creates a folder that is deleted when this process exits. PostgreSQL and nginx switch users, so every user can enter it. */
export function createTemporaryFolder(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  temporaryFolders.add(folder)
  return folder
}

export function removeFolder(folder: string) {
  temporaryFolders.delete(folder)
  // Retries, because a process that was just killed may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

process.on('exit', () => {
  for (const child of runningChildren.keys()) killWithChildren(child)
  temporaryFolders.forEach(removeFolder)
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    // Another listener stops the programs in order and exits afterwards.
    if (process.listenerCount(name) === 1) process.exit(1)
  })
