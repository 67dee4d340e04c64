import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

const SHUTDOWN_WAIT_MS = 3_000
const DURATION = 'job_duration_seconds'

/** Does something again and again while the server listens, never twice at once. A failure waits for the next time. */
export function repeatJob(app: FastifyInstance, name: string, everyMs: number, work: () => Promise<void>) {
  const duration = durationMetric(app.metrics)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const turn = () => {
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
        if (timer !== undefined) timer = setTimeout(turn, everyMs)
      })
  }
  app.addHook('onListen', () => {
    timer = setTimeout(turn, everyMs)
  })
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    timer = undefined
    // Work that hangs, say on a dead mail server, is written so that another start takes it up.
    await Promise.race([running, sleep(SHUTDOWN_WAIT_MS, undefined, { ref: false })])
  })
}

/** One for all jobs. */
function durationMetric(registry: Registry) {
  const known = registry.getSingleMetric(DURATION) as Histogram<'name' | 'outcome'> | undefined
  if (known !== undefined) return known
  return new Histogram({
    name: DURATION,
    help: 'How long each run of a job took, by whether it was done or failed',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120],
    registers: [registry],
  })
}
