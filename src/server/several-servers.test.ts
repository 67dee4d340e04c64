import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { TimerSnapshot } from '#contract/timer.ts'
import { findFreePort } from '../../scripts/topology/free-port.ts'
import { connect } from './db/connect.ts'
import { launchServer, signUp, waitUntilReady } from './testing/server-process.ts'
import { testDatabaseUrl } from './testing/test-app.ts'
import { createTimerDevice } from './testing/timer-device.ts'

const WORK_MS = 60_000
/** The time that is left of the phase: enough to connect, and for the server to record the user as present. */
const REMAINING_MS = 5_000

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

    const clock = { now: Date.now() + REMAINING_MS - WORK_MS }
    for (const person of [there, away]) {
      const device = createTimerDevice(person, clock)
      device.start(person.project, { config: { workMs: WORK_MS, breakMs: 0, repetitions: 3 } })
      await device.send()
    }
    const socket = io(theirs.url, { auth: { token: there.token, proto: 2 }, transports: ['websocket'] })
    onTestFinished(() => void socket.disconnect())
    await once(socket as never, 'connect')

    // The user's own server records them as present until after the due time. Then it is stopped, so that it cannot
    // advance the timer itself.
    const dueAt = clock.now + WORK_MS
    const { db, close } = connect({ databaseUrl: environment.DATABASE_URL, dataDir: '' })
    onTestFinished(close)
    await expect.poll(() => db.selectFrom('timers').where('seen_at', '>=', dueAt).selectAll().execute()).toHaveLength(1)
    theirs.child.kill('SIGSTOP')
    for (const person of [there, away]) await expect.poll(() => person.entries(other.url)).toHaveLength(1)
    const snapshotOf = async (person: typeof there) =>
      (await person.get('/timer', other.url)).json().data as TimerSnapshot
    expect((await snapshotOf(there)).run).toMatchObject({ heldAt: null })
    expect((await snapshotOf(away)).run).toMatchObject({ heldAt: dueAt })
  },
)
