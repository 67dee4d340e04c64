import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { TimerReply } from '#contract/timer.ts'

const TIMEOUT_MS = 20_000

export function launchServer(port: number, environment: Record<string, string>, output: 'ignore' | number = 'ignore') {
  const env = { PATH: process.env['PATH'], PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', ...environment }
  return spawn(process.execPath, [join(import.meta.dirname, '../main.mjs')], {
    env,
    stdio: ['ignore', output, 'inherit'],
  })
}

export async function waitUntilReady(url: string) {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(50))
    if (
      await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  throw new Error('The server did not become ready')
}

/** Registers a user with a project over HTTP. */
export async function signUp(url: string, index: number) {
  const send = async (path: string, body?: object, token = '', server = url) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${server}/api${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS), ...request })
    return { statusCode: reply.status, body: (await reply.json()) as { data: never } }
  }
  const account = { name: `Person ${index}`, email: `person${index}@example.org`, password: 'Quiet river 42' }
  const { token } = (await send('/users/register', account)).body.data as { token: string }
  const { id: project } = (await send('/projects', { name: 'p' }, token)).body.data as { id: string }
  return {
    project,
    token,
    entries: async (server?: string) =>
      (await send('/time-entries', undefined, token, server)).body.data as TimeEntry[],
    /** Repeats the same request until it succeeds. */
    async post(path: string, body: object): Promise<{ statusCode: number; json: () => { data: TimerReply } }> {
      for (;;) {
        const reply = await send(path, body, token).catch(() => undefined)
        if (reply?.statusCode === 200) return { statusCode: 200, json: () => reply.body }
        await sleep(20)
      }
    },
    async get(path: string, server?: string) {
      const { body } = await send(path, undefined, token, server)
      return { json: () => body }
    },
  }
}
