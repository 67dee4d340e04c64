import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { TimerSnapshot } from '#contract/timer.ts'
import { findFreePort } from '../../scripts/topology/free-port.ts'
import { launchServer, signUp, waitUntilReady } from './testing/server-process.ts'
import { testDatabaseUrl } from './testing/test-app.ts'
import { createTimerDevice } from './testing/timer-device.ts'

const WORK_MS = 60_000
/** Enough to connect, and for the server to record the user as present. */
const LEFT_MS = 5_000

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])

async function startServer(environment: Record<string, string>) {
  const port = await findFreePort()
  const child = launchServer(port, environment)
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url)
  return { child, url }
}

test.runIf(isOnPostgres)(
  'T31 a server does not treat a user as absent who is connected to another server',
  async () => {
    const environment = {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'ritmo-nodes-')),
      DATABASE_URL: await testDatabaseUrl(),
    }
    const [theirs, other] = [await startServer(environment), await startServer(environment)]
    const [there, away] = await Promise.all([signUp(theirs.url, 1), signUp(theirs.url, 2)])

    const clock = { now: Date.now() + LEFT_MS - WORK_MS }
    for (const person of [there, away]) {
      const device = createTimerDevice(person, clock)
      device.start(person.project, { config: { workMs: WORK_MS, breakMs: 0, repetitions: 3 } })
      await device.send()
    }
    const socket = io(theirs.url, { auth: { token: there.token, proto: 2 }, transports: ['websocket'] })
    onTestFinished(() => void socket.disconnect())
    await once(socket as never, 'connect')

    // Their own server has recorded them as present; stopped, it cannot advance the timer itself.
    await sleep(clock.now + WORK_MS - Date.now() - 500)
    theirs.child.kill('SIGSTOP')
    for (const person of [there, away]) await expect.poll(() => person.entries(other.url)).toHaveLength(1)
    const snapshotOf = async (person: typeof there) =>
      (await person.get('/timer', other.url)).json().data as TimerSnapshot
    expect((await snapshotOf(there)).run).toMatchObject({ heldAt: null })
    expect((await snapshotOf(away)).run).toMatchObject({ heldAt: clock.now + WORK_MS })
  },
)
