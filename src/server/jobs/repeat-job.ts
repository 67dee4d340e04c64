import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

const SHUTDOWN_WAIT_MS = 3_000
const DURATION = 'ritmo_job_duration_seconds'

/** Servers that were started together would run a job at the same moment, all of them or none. */
const MIN_SHARE_OF_INTERVAL = 0.5

/**
 * Runs a job while the server listens, after random waits of half to a whole interval, never twice at once. A failure is
 * logged, not fatal. A job may return another interval until its next run.
 */
export function repeatJob(app: FastifyInstance, name: string, intervalMs: number, work: () => Promise<number | void>) {
  const duration = durationMetric(app.metrics)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const runAfter = (maxMs: number) =>
    (timer = setTimeout(run, maxMs * (MIN_SHARE_OF_INTERVAL + Math.random() * (1 - MIN_SHARE_OF_INTERVAL))))

  const run = () => {
    const end = duration.startTimer({ name })
    running = work()
      .then(
        (next) => {
          end({ outcome: 'done' })
          return next
        },
        (error: unknown) => {
          end({ outcome: 'failed' })
          app.log.error({ err: error, job: name }, 'job failed')
        },
      )
      .then((next) => {
        if (timer !== undefined) runAfter(next ?? intervalMs)
      })
  }
  app.addHook('onListen', () => void runAfter(intervalMs))
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    timer = undefined
    // A job may hang, for example on a dead mail server. Jobs are written so that the next start resumes them.
    await Promise.race([running, sleep(SHUTDOWN_WAIT_MS, undefined, { ref: false })])
  })
}

/** All jobs share one histogram. */
function durationMetric(registry: Registry) {
  const existing = registry.getSingleMetric(DURATION) as Histogram<'name' | 'outcome'> | undefined
  if (existing !== undefined) return existing
  return new Histogram({
    name: DURATION,
    help: 'Duration of the runs of each job, by outcome',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120],
    registers: [registry],
  })
}
