import { setTimeout as sleep } from 'node:timers/promises'
import { startDevices } from '../bench/support/programs.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { openCollector } from './support/collector.ts'
import { atMost, type Criterion, none } from './support/criteria.ts'
import { devicesOf, onSite, openFilesOf, residentOf, type Site, workersOf } from './support/site.ts'
import { tellAnswers } from './support/traffic.ts'

const PEOPLE = 200
const DEVICES_EACH = 5
const PER_SECOND = 50
const MOST_MB_AN_HOUR = 1
const SAMPLES_AN_HOUR = 720
/** Memory goes up and down by forty megabytes an hour with the garbage: only what is left without it tells a slope. */
const COLLECTIONS_AN_HOUR = 30
const MOST_FILES_MORE = 10
/** By then connections to the database that nobody uses are given back. */
const LEFT_MS = 15_000

/** A working day of quiet traffic: what is not given back shows as a slope. */
export const drill = ({ full }: { full: boolean }) =>
  onSite('postgres', async (site) => {
    const hours = Number(process.env['SOAK_HOURS'] ?? (full ? 8 : 1 / 120))
    const pid = site.server.child.pid!
    // What it takes to look inside is open before and after.
    const collector = await openCollector(pid)
    const alone = openFilesOf(pid)
    const { heard, samples } = await work(site, collector, hours * HOUR_MS)
    await sleep(LEFT_MS)
    const left = openFilesOf(pid)
    collector.close()
    // The first hour is for what is compiled and remembered, and until those who come have all the connections they use.
    const settled = samples.filter((sample) => sample.hours >= 1)
    return [
      none(`answers but success or 503 with a time to come back (${tellAnswers(heard)})`, heard.mistakes),
      atMost(`files more than ${alone} that are open when everybody has left`, left - alone, MOST_FILES_MORE),
      ...(hours > 1 ? [judgeFiles(settled), judgeSlope(settled)] : []),
    ]
  })

async function work(site: Site, collector: Collector, milliseconds: number) {
  const devices = startDevices()
  try {
    await devices.connect('all', 'socket.io', devicesOf(site, PEOPLE, DEVICES_EACH))
    const load = site.offer({ perSecond: PER_SECOND, milliseconds, from: { workers: workersOf(site, PEOPLE) } })
    const samples = await watch(site.server.child.pid!, collector, milliseconds)
    return { heard: await load, samples }
  } finally {
    await devices.stop()
  }
}

type Collector = Awaited<ReturnType<typeof openCollector>>

interface Sample {
  hours: number
  files: number
  /** Of the process, right after its garbage was collected; undefined: it was not. */
  megabytes?: number
}

async function watch(pid: number, collector: Collector, milliseconds: number) {
  const samples: Sample[] = []
  const startedAt = Date.now()
  for (let past = 0; past < milliseconds; past = Date.now() - startedAt) {
    const sample: Sample = { hours: past / HOUR_MS, files: openFilesOf(pid) }
    if (samples.length % (SAMPLES_AN_HOUR / COLLECTIONS_AN_HOUR) === 0) {
      await collector.collect()
      sample.megabytes = residentOf(pid)
      // Somebody may want to know how it goes.
      process.stdout.write(`${JSON.stringify(sample)}\n`)
    }
    samples.push(sample)
    await sleep(Math.min(HOUR_MS / SAMPLES_AN_HOUR, milliseconds / 30))
  }
  return samples
}

/** Connections come and go: what is open when the fewest are, at the end beside at the beginning. */
function judgeFiles(samples: readonly Sample[]) {
  const third = Math.ceil(samples.length / 3)
  const fewest = (part: readonly Sample[]) => Math.min(...part.map(({ files }) => files))
  const [before, after] = [fewest(samples.slice(0, third)), fewest(samples.slice(-third))]
  return atMost(`files and connections more than ${before}, which stay open`, after - before, MOST_FILES_MORE)
}

/** The straight line that comes nearest to them all. */
function judgeSlope(samples: readonly Sample[]): Criterion {
  const points = samples.flatMap(({ hours, megabytes }) => (megabytes === undefined ? [] : { hours, megabytes }))
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [hours, megabytes] = [mean((point) => point.hours), mean((point) => point.megabytes)]
  const slope =
    mean((point) => (point.hours - hours) * (point.megabytes - megabytes)) / mean((point) => (point.hours - hours) ** 2)
  return {
    what: `memory without garbage in ${samples.at(-1)?.hours.toFixed(1)} hours, about ${megabytes.toFixed(0)} MB`,
    measured: `${slope.toFixed(2)} MB more an hour`,
    bar: `< ${MOST_MB_AN_HOUR}`,
    isMet: slope < MOST_MB_AN_HOUR,
  }
}
