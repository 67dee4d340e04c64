import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { launchServer, signUp, waitUntilReady } from './server-process.ts'
import { createTimerDevice } from './timer-device.ts'

interface KillDrill {
  /** DATABASE_URL or DATA_DIR. */
  environment: Record<string, string>
  kills: number
  writers: number
}

/**
 * Kills a real server repeatedly while users work, each on a device that sends every command until it is acknowledged.
 * Afterwards each acknowledged minute must exist exactly once.
 */
export async function runKillDrill({ environment, kills, writers }: KillDrill) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let server = launchServer(port, environment)
  await waitUntilReady(url)
  const people = await Promise.all(Array.from({ length: writers }, (_, index) => signUp(url, index)))
  const end = new AbortController()
  const told = people.map((): number[] => [])
  const work = people.map((person, index) => workOn(person, told[index]!, end.signal))

  for (let killed = 0; killed < kills; killed += 1) {
    const before = told.flat().length
    while (told.flat().length === before) await sleep(10)
    await sleep(Math.random() * 400)
    server.kill('SIGKILL')
    await once(server, 'exit')
    server = launchServer(port, environment)
    await waitUntilReady(url)
  }
  end.abort()
  await Promise.all(work)
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

/** Tracks one minute of work after another, all of them in the past, and collects the acknowledged ones in `done`. */
async function workOn(person: Awaited<ReturnType<typeof signUp>>, done: number[], end: AbortSignal) {
  const clock = { now: Date.now() - 12 * 60 * MINUTE_MS }
  const device = createTimerDevice(person, clock)
  while (!end.aborted) {
    const startedAt = clock.now
    await device.send([device.start(person.project)])
    clock.now += MINUTE_MS
    const { acks } = await device.send([device.act({ type: 'stop', save: true })])
    if (acks[0]?.isAccepted) done.push(startedAt)
    clock.now += 1_000
  }
}
