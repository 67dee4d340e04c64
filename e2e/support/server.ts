import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../scripts/topology/free-port.ts'

const START_TIMEOUT_MS = 60_000

/** The real server on an empty data folder, serving the built front end; `settings` adds to its environment. */
export const startServer = (settings: Record<string, string> = {}) => launch('src/server/main.mjs', settings)

/** The same with a clock that can be advanced. */
export async function startServerWithTestClock(settings: Record<string, string> = {}) {
  const server = await launch('e2e/support/server-with-test-clock.ts', settings)
  return {
    ...server,
    /** `meanwhile` advances other clocks: the server is paused until then, so that it is one step for all. */
    async advanceTime(milliseconds: number, meanwhile?: () => Promise<unknown>) {
      const isPaused = once(server.child, 'message')
      server.child.send(milliseconds)
      await isPaused
      await meanwhile?.()
      server.child.stdin?.write('.')
    },
  }
}

async function launch(program: string, settings: Record<string, string>) {
  const data = await mkdtemp(join(tmpdir(), 'ritmo-e2e-'))
  const port = await findFreePort()
  // A story that needs a name for the site, such as one about passkeys, has the server at localhost.
  const url = `http://${settings['HOST'] ?? '127.0.0.1'}:${port}`
  const start = () =>
    spawn(process.execPath, ['--max-semi-space-size=16', program], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: data,
        LOG_LEVEL: 'warn',
        PUBLIC_URL: url,
        RATE_LIMITS: 'off',
        BACKUP_EVERY: 'off',
        ...settings,
      },
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    })
  let child = start()
  await waitUntilReady(url)

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  return {
    url,
    /** The process that was started last. */
    get child() {
      return child
    },
    /** Kills the process; `restart` starts it again with the same data. */
    crash: () => end('SIGKILL'),
    async restart() {
      child = start()
      await waitUntilReady(url)
    },
    async stop() {
      await end('SIGTERM')
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string) {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += 100) {
    const isReady = await fetch(`${url}/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await setTimeout(100)
  }
  throw new Error(`The server was not ready within ${START_TIMEOUT_MS} ms`)
}
