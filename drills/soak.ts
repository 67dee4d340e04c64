import { setTimeout as sleep } from 'node:timers/promises'
import { startDevices } from '../bench/support/programs.ts'
import { openCollector } from './support/collector.ts'
import { atMost, type Criterion, none } from './support/criteria.ts'
import { devicesOf, onSite, openFilesOf, residentOf, workersOf } from './support/site.ts'
import { tellAnswers } from './support/traffic.ts'

const HOUR_MS = 3_600_000
const PEOPLE = 200
const DEVICES_EACH = 5
const PER_SECOND = 50
const MOST_MB_AN_HOUR = 1
const SAMPLES_AN_HOUR = 720
/** Memory goes up and down by forty megabytes an hour with the garbage: only what is left without it tells a slope. */
const COLLECTIONS_AN_HOUR = 30
/** Connections come and go: what stays open for good is open at the quietest moment too. */
const MOST_FILES_MORE = 10

/** A working day of quiet traffic: what is not given back shows as a slope. */
export const drill = ({ full }: { full: boolean }) =>
  onSite('postgres', async (site) => {
    const devices = startDevices()
    const hours = Number(process.env['SOAK_HOURS'] ?? (full ? 8 : 1 / 120))
    const milliseconds = hours * HOUR_MS
    try {
      await devices.connect('all', 'socket.io', devicesOf(site, PEOPLE, DEVICES_EACH))
      const load = site.offer({ perSecond: PER_SECOND, milliseconds, from: { workers: workersOf(site, PEOPLE) } })
      const samples = await watch(site.server.child.pid!, milliseconds)
      const heard = await load
      // The first hour is for what is compiled and remembered.
      const settled = samples.filter((sample) => sample.hours >= Math.min(1, hours / 2))
      return [
        none(`answers but success or 503 with a time to come back (${tellAnswers(heard)})`, heard.mistakes),
        judgeFiles(settled),
        ...(hours > 1 ? [judgeSlope(settled)] : []),
      ]
    } finally {
      await devices.stop()
    }
  })

interface Sample {
  hours: number
  files: number
  /** Of the process, right after its garbage was collected; undefined: it was not. */
  megabytes?: number
}

async function watch(pid: number, milliseconds: number) {
  const collector = await openCollector(pid)
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
  collector.close()
  return samples
}

/** What is open when the fewest are: at the end beside at the beginning. */
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
