import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { TimerReply } from '#contract/timer.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { timerDevice } from './timer-device.ts'

const MINUTE_MS = 60_000
const PATIENCE_MS = 20_000

interface Drill {
  /** DATABASE_URL or DATA_DIR. */
  environment: Record<string, string>
  kills: number
  writers: number
}

/**
 * Kills a real server again and again while people work, each on a device that sends every command until it is
 * acknowledged. Afterwards each stopped minute must be there once.
 */
export async function killDrill({ environment, kills, writers }: Drill) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let server = launch(port, environment)
  await untilReady(url)
  const people = await Promise.all(Array.from({ length: writers }, (_, index) => signUp(url, index)))
  const end = new AbortController()
  const work = people.map((person) => workOn(person, end.signal))

  for (let killed = 0; killed < kills; killed++) {
    await sleep(100 + Math.random() * 400)
    server.kill('SIGKILL')
    await once(server, 'exit')
    server = launch(port, environment)
    await untilReady(url)
  }
  end.abort()
  const told = await Promise.all(work)
  const found = await Promise.all(people.map((person) => person.entries()))
  server.kill('SIGTERM')
  await once(server, 'exit')

  const starts = found.map((entries) => new Set(entries.map(({ startTime }) => Date.parse(startTime))))
  const wrong = found.flat().filter(({ duration, segments }) => duration !== MINUTE_MS || segments.length !== 1)
  return {
    acknowledged: told.flat().length,
    lost: told.flatMap((minutes, person) => minutes.filter((start) => !starts[person]!.has(start))).length,
    doubled: found.flatMap((entries, person) => entries.slice(starts[person]!.size)).length,
    wrong: wrong.length,
  }
}

function launch(port: number, environment: Record<string, string>) {
  const env = { PATH: process.env['PATH'], PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', ...environment }
  return spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilReady(url: string) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50))
    if (
      await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  throw new Error('The server did not come back')
}

async function signUp(url: string, index: number) {
  const send = async (path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${url}/api${path}`, { headers, signal: AbortSignal.timeout(PATIENCE_MS), ...request })
    return { statusCode: reply.status, body: (await reply.json()) as { data: never } }
  }
  const account = { name: `Person ${index}`, email: `person${index}@example.org`, password: 'Quiet river 42' }
  const { token } = (await send('/users/register', account)).body.data as { token: string }
  const { id: project } = (await send('/projects', { name: 'p' }, token)).body.data as { id: string }
  return {
    project,
    entries: async () => (await send('/time-entries', undefined, token)).body.data as TimeEntry[],
    /** Until there is an answer: a lost one is asked for again, with the same words. */
    async post(path: string, body: object): Promise<{ statusCode: number; json: () => { data: TimerReply } }> {
      for (;;) {
        const reply = await send(path, body, token).catch(() => undefined)
        if (reply?.statusCode === 200) return { statusCode: 200, json: () => reply.body }
        await sleep(20)
      }
    },
    get: () => Promise.reject(new Error('not used')),
  }
}

/** One minute of work after another, all of them in the past; returns those that were acknowledged. */
async function workOn(person: Awaited<ReturnType<typeof signUp>>, end: AbortSignal) {
  const clock = { now: Date.now() - 12 * 60 * MINUTE_MS }
  const device = timerDevice(person, clock)
  const done: number[] = []
  while (!end.aborted) {
    const startedAt = clock.now
    await device.send([device.start(person.project)])
    clock.now += MINUTE_MS
    const { acks } = await device.send([device.press({ type: 'stop', save: true })])
    if (acks[0]?.isAccepted) done.push(startedAt)
    clock.now += 1_000
  }
  return done
}
