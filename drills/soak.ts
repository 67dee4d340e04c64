import { setTimeout as sleep } from 'node:timers/promises'
import { startDevices } from '../bench/support/processes.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { connectGarbageCollector } from './support/garbage-collector.ts'
import { atMost, type Criterion, none } from './support/criteria.ts'
import { listDevices, withSite, countOpenFiles, readResidentMb, type Site, listWorkers } from './support/site.ts'
import { formatAnswers } from './support/traffic.ts'

const PEOPLE = 200
const DEVICES_EACH = 5
const PER_SECOND = 50
const MAX_MB_PER_HOUR = 1
const SAMPLES_PER_HOUR = 720
/** Memory goes up and down by forty megabytes an hour with the garbage: only what is left without it tells a slope. */
const COLLECTIONS_PER_HOUR = 30
const MAX_MORE_FILES = 10
/** By then connections to the database that nobody uses are given back. */
const CLOSE_AFTER_MS = 15_000

/** A working day of quiet traffic: what is not given back shows as a slope. */
export const drill = ({ full }: { full: boolean }) =>
  withSite('postgres', async (site) => {
    const hours = Number(process.env['SOAK_HOURS'] ?? (full ? 8 : 1 / 120))
    const pid = site.server.child.pid!
    // What it takes to look inside is open before and after.
    const collector = await connectGarbageCollector(pid)
    const alone = countOpenFiles(pid)
    const { heard, samples } = await runTraffic(site, collector, hours * HOUR_MS)
    await sleep(CLOSE_AFTER_MS)
    const left = countOpenFiles(pid)
    collector.close()
    // The first hour is for what is compiled and remembered, and until those who come have all the connections they use.
    const settled = samples.filter((sample) => sample.hours >= 1)
    return [
      none(`answers but success or 503 with a time to come back (${formatAnswers(heard)})`, heard.wrongAnswers),
      atMost(`files more than ${alone} that are open when everybody has left`, left - alone, MAX_MORE_FILES),
      ...(hours > 1 ? [toFilesCriterion(settled), toMemoryCriterion(settled)] : []),
    ]
  })

async function runTraffic(site: Site, collector: Collector, milliseconds: number) {
  const devices = startDevices()
  try {
    await devices.connect('all', 'socket.io', listDevices(site, PEOPLE, DEVICES_EACH))
    const load = site.runLoad({ perSecond: PER_SECOND, milliseconds, from: { workers: listWorkers(site, PEOPLE) } })
    const samples = await takeSamples(site.server.child.pid!, collector, milliseconds)
    return { heard: await load, samples }
  } finally {
    await devices.stop()
  }
}

type Collector = Awaited<ReturnType<typeof connectGarbageCollector>>

interface Sample {
  hours: number
  files: number
  /** Of the process, right after its garbage was collected; undefined: it was not. */
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
      // Somebody may want to know how it goes.
      process.stdout.write(`${JSON.stringify(sample)}\n`)
    }
    samples.push(sample)
    await sleep(Math.min(HOUR_MS / SAMPLES_PER_HOUR, milliseconds / 30))
  }
  return samples
}

/** Connections come and go: what is open when the fewest are, at the end beside at the beginning. */
function toFilesCriterion(samples: readonly Sample[]) {
  const third = Math.ceil(samples.length / 3)
  const fewest = (part: readonly Sample[]) => Math.min(...part.map(({ files }) => files))
  const [before, after] = [fewest(samples.slice(0, third)), fewest(samples.slice(-third))]
  return atMost(`files and connections more than ${before}, which stay open`, after - before, MAX_MORE_FILES)
}

/** The straight line that comes nearest to them all. */
function toMemoryCriterion(samples: readonly Sample[]): Criterion {
  const points = samples.flatMap(({ hours, megabytes }) => (megabytes === undefined ? [] : { hours, megabytes }))
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
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
