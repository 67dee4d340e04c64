import { setTimeout as sleep } from 'node:timers/promises'
import { startDevices } from '../bench/support/processes.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { atMost, type Criterion, none } from './support/criteria.ts'
import { connectGarbageCollector } from './support/garbage-collector.ts'
import { countOpenFiles, listDevices, listWorkers, readResidentMb, type Site, withSite } from './support/site.ts'
import { formatAnswers } from './support/traffic.ts'

const PEOPLE = 200
const DEVICES_EACH = 5
const PER_SECOND = 50
const MAX_MB_PER_HOUR = 1
const SAMPLES_PER_HOUR = 720
/** Garbage varies by forty megabytes an hour, so memory is measured right after garbage collection. */
const COLLECTIONS_PER_HOUR = 30
const MAX_MORE_FILES = 10
/** By then the server has closed idle connections to the database. */
const CLOSE_AFTER_MS = 15_000

/** Eight hours of light traffic, to find leaks of memory and files. */
export const drill = ({ full }: { full: boolean }) =>
  withSite('postgres', async (site) => {
    const hours = Number(process.env['SOAK_HOURS'] ?? (full ? 8 : 1 / 120))
    const pid = site.server.child.pid!
    // The collector's own files are open before and after.
    const collector = await connectGarbageCollector(pid)
    const before = countOpenFiles(pid)
    const { result, samples } = await runTraffic(site, collector, hours * HOUR_MS)
    await sleep(CLOSE_AFTER_MS)
    const after = countOpenFiles(pid)
    collector.close()
    // In the first hour code is compiled, caches are filled and all connections are opened.
    const afterFirstHour = samples.filter((sample) => sample.hours >= 1)
    return [
      none(`replies other than success, or 503 with Retry-After (${formatAnswers(result)})`, result.wrongAnswers),
      atMost(`more open files than ${before} after all users have left`, after - before, MAX_MORE_FILES),
      ...(hours > 1 ? [toFilesCriterion(afterFirstHour), toMemoryCriterion(afterFirstHour)] : []),
    ]
  })

async function runTraffic(site: Site, collector: Collector, milliseconds: number) {
  const devices = startDevices()
  try {
    await devices.connect('all', 'socket.io', listDevices(site, PEOPLE, DEVICES_EACH))
    const load = site.runLoad({ perSecond: PER_SECOND, milliseconds, from: { workers: listWorkers(site, PEOPLE) } })
    const samples = await takeSamples(site.server.child.pid!, collector, milliseconds)
    return { result: await load, samples }
  } finally {
    await devices.stop()
  }
}

type Collector = Awaited<ReturnType<typeof connectGarbageCollector>>

interface Sample {
  hours: number
  files: number
  /** Resident memory right after garbage collection; undefined for samples without one. */
  megabytes?: number
}

async function takeSamples(pid: number, collector: Collector, milliseconds: number) {
  const samples: Sample[] = []
  const startedAt = Date.now()
  for (let past = 0; past < milliseconds; past = Date.now() - startedAt) {
    const sample: Sample = { hours: past / HOUR_MS, files: countOpenFiles(pid) }
    if (samples.length % (SAMPLES_PER_HOUR / COLLECTIONS_PER_HOUR) === 0) {
      await collector.collect()
      sample.megabytes = readResidentMb(pid)
      // Shows the progress of a long run.
      process.stdout.write(`${JSON.stringify(sample)}\n`)
    }
    samples.push(sample)
    await sleep(Math.min(HOUR_MS / SAMPLES_PER_HOUR, milliseconds / 30))
  }
  return samples
}

/** Compares the minimum of the last third with that of the first, because connections come and go. */
function toFilesCriterion(samples: readonly Sample[]) {
  const third = Math.ceil(samples.length / 3)
  const fewest = (part: readonly Sample[]) => Math.min(...part.map(({ files }) => files))
  const [before, after] = [fewest(samples.slice(0, third)), fewest(samples.slice(-third))]
  return atMost(`more files and connections than ${before} that stay open`, after - before, MAX_MORE_FILES)
}

/** The slope of memory over time by linear regression. */
function toMemoryCriterion(samples: readonly Sample[]): Criterion {
  const points = samples.flatMap(({ hours, megabytes }) => (megabytes === undefined ? [] : { hours, megabytes }))
  const mean = (pick: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [hours, megabytes] = [mean((point) => point.hours), mean((point) => point.megabytes)]
  const slope =
    mean((point) => (point.hours - hours) * (point.megabytes - megabytes)) / mean((point) => (point.hours - hours) ** 2)
  return {
    what: `memory without garbage in ${samples.at(-1)?.hours.toFixed(1)} hours, about ${megabytes.toFixed(0)} MB`,
    measured: `${slope.toFixed(2)} MB more an hour`,
    bar: `< ${MAX_MB_PER_HOUR}`,
    isMet: slope < MAX_MB_PER_HOUR,
  }
}
