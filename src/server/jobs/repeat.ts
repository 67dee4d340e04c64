import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const PATIENCE_MS = 3_000

/** Does something again and again while the server listens, never twice at once. A failure waits for the next time. */
export function repeat(app: FastifyInstance, name: string, everyMs: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const turn = () => {
    running = work()
      .catch((error: unknown) => app.log.error({ err: error, job: name }, 'job failed'))
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
    await Promise.race([running, sleep(PATIENCE_MS, undefined, { ref: false })])
  })
}
