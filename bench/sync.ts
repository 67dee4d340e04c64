import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../e2e/support/server.ts'
import { openSqlite } from '../src/server/db/connect.ts'
import { median } from './support/account.ts'
import { socketUrl, startBaseline, startDevices } from './support/processes.ts'
import { copySite, createAllSessions, idOf, JWT_SECRET } from './support/site.ts'

const TIME_BAR = 1.5
const MEMORY_BAR_KIB = 30
const DEVICES_EACH = 3
const PEOPLE = 668
const STEPS = 4
const ROUNDS = 7
const ROUND_MS = 6_000
const PRESSES_PER_SECOND = 50
const ENTRIES = 90_000

const COLLECT_ON_SIGNAL = `--import=${join(import.meta.dirname, 'support/collect-on-signal.ts')}`

/**
 * The time from a command on one device to the user's other devices, compared with a relay that commits one row before it
 * forwards a message. A relay that stores nothing is measured beside it, without a bar.
 */
export async function measure() {
  const { dataDir, remove } = await copySite('sync', ENTRIES)
  const database = openSqlite(join(dataDir, 'ritmo.db'))
  const tokens = await createAllSessions(database.db)
  await database.close()
  const ours = await startServer({ DATA_DIR: dataDir, JWT_SECRET, NODE_OPTIONS: COLLECT_ON_SIGNAL })
  const relays = {
    durable: await startBaseline('bare-relay.ts', [join(dataDir, 'relay.db')]),
    bare: await startBaseline('bare-relay.ts', []),
  }
  const devices = startDevices()
  try {
    const people = tokens.slice(0, PEOPLE).map((token, user) => ({ token, project: idOf('project', user, 1), user }))
    const on = (address: (user: number) => string) =>
      people.map(({ user, ...person }) => ({ ...person, urls: Array<string>(DEVICES_EACH).fill(address(user)) }))
    const isSmall = await measureMemory(
      devices,
      ours.child.pid ?? 0,
      on(() => socketUrl(ours.url)),
    )
    for (const [name, { port }] of Object.entries(relays))
      await devices.connect(
        name,
        'relay',
        on((user) => `ws://127.0.0.1:${port}/${idOf('user', user)}`),
      )
    return (await compareWithRelays(devices)) && isSmall
  } finally {
    await devices.stop()
    await Promise.all([ours.stop(), relays.durable.stop(), relays.bare.stop()])
    remove()
  }
}

type Devices = ReturnType<typeof startDevices>

/** The memory of an idle connection. */
async function measureMemory(devices: Devices, pid: number, people: Parameters<Devices['connect']>[2]) {
  // The first few connections load and compile code, so they are not counted.
  const [early, size] = [people.slice(0, 20), Math.ceil((people.length - 20) / STEPS)]
  await devices.connect('ours', 'socket.io', early)
  const sizes = [await readResidentKib(pid)]
  for (let from = early.length; from < people.length; from += size) {
    await devices.connect('ours', 'socket.io', people.slice(from, from + size))
    sizes.push(await readResidentKib(pid))
  }
  const each = ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / ((people.length - early.length) * DEVICES_EACH)
  console.log(
    `sync memory: ${each.toFixed(1)} KiB for each idle connection (bar ${MEMORY_BAR_KIB}), ${sizes.map((kib) => (kib / 1_024).toFixed(0)).join(', ')} MB up to ${people.length * DEVICES_EACH} of them`,
  )
  return each <= MEMORY_BAR_KIB
}

/** In KiB, after garbage collection. */
async function readResidentKib(pid: number) {
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, 'SIGUSR2')
    await sleep(1_000)
  }
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

const NAMES = ['durable', 'ours', 'bare'] as const
type Name = (typeof NAMES)[number]

async function compareWithRelays(devices: Devices) {
  // All users start their timers before the measurement, which pauses and resumes them.
  for (const name of NAMES) await devices.press(name, PEOPLE / 10, 10_000)
  const rounds: Record<Name, Latency[]> = { durable: [], ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
      const result = await devices.press(name, PRESSES_PER_SECOND, ROUND_MS)
      if (result.missing > 0) throw new Error(`${result.missing} messages of ${result.presses} commands did not arrive`)
      rounds[name].push(result)
    }
  const ratioTo = (name: Name) => median(rounds.ours.map(({ p99 }, round) => p99 / (rounds[name][round]?.p99 ?? 0)))
  const medianOf = (name: Name, what: keyof Latency) => median(rounds[name].map((result) => result[what])).toFixed(2)
  const figures = (name: Name) =>
    `${medianOf('ours', 'p99')} to ${medianOf(name, 'p99')} ms, median ${medianOf('ours', 'p50')} to ${medianOf(name, 'p50')} ms`
  console.log(
    `sync: ${ratioTo('durable').toFixed(2)} × the p99 of a relay that commits a row (bar ${TIME_BAR}), ${figures('durable')}, ${PEOPLE * DEVICES_EACH} connections, ${PRESSES_PER_SECOND} presses a second`,
  )
  console.log(
    `sync without a commit: ${ratioTo('bare').toFixed(2)} × the p99 of a relay that stores nothing, ${figures('bare')}`,
  )
  return ratioTo('durable') <= TIME_BAR
}

interface Latency {
  p50: number
  p99: number
}
