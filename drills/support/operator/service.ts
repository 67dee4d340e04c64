import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

/** A release installs its packages at its first start. */
const START_TIMEOUT_MS = 300_000

interface Place {
  port: number
  /** Those that are killed at the end of the drill, whatever happens. */
  children: Set<ChildProcess>
}

/** Starts a server as a service manager does, and waits until it is ready. */
export async function startService(words: string[], options: SpawnOptions, { port, children }: Place) {
  const url = `http://127.0.0.1:${port}`
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let output = ''
  const collect = (chunk: Buffer) => (output += chunk.toString())
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const startedAt = performance.now()
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`${words.join(' ')} did not start: ${output.slice(-2_000)}`)
    await setTimeout(50)
  }
  return {
    url,
    startMs: performance.now() - startedAt,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await exited
      children.delete(child)
    },
  }
}

const isReady = (url: string) =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
