import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

const SHUTDOWN_WAIT_MS = 3_000
const DURATION = 'ritmo_job_duration_seconds'

/** Runs a job at an interval while the server listens, never twice at once. A failure is logged, not fatal. */
export function repeatJob(app: FastifyInstance, name: string, intervalMs: number, work: () => Promise<void>) {
  const duration = durationMetric(app.metrics)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const run = () => {
    const end = duration.startTimer({ name })
    running = work()
      .then(
        () => void end({ outcome: 'done' }),
        (error: unknown) => {
          end({ outcome: 'failed' })
          app.log.error({ err: error, job: name }, 'job failed')
        },
      )
      .finally(() => {
        if (timer !== undefined) timer = setTimeout(run, intervalMs)
      })
  }
  app.addHook('onListen', () => {
    timer = setTimeout(run, intervalMs)
  })
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
