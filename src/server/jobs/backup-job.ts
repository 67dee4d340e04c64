import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { addGauge } from '#server/http/metrics.ts'
import {
  CLAIM_MS,
  claimBackup,
  findLastBackup,
  findSiteCreation,
  holdClaim,
  recordBackup,
} from '#server/operations/backups/backup-schedule.ts'
import { runBackup } from '#server/operations/backups/run-backup.ts'
import { repeatJob } from './repeat-job.ts'

const MAX_CHECK_INTERVAL_MS = 60_000
const MAX_RETRY_DELAY_MS = 15 * 60_000

interface BackupParts {
  config: Config
  db: Db
  now: () => number
}

/** Makes a backup whenever one is due. Of several servers one makes it. */
export function scheduleBackups(app: FastifyInstance, { config, db, now }: BackupParts) {
  const { everyMs, ...target } = config.backups
  const failures = measureBackups(app, db, everyMs !== null)
  if (everyMs === null) return
  const claimant = newId(now())
  const stopping = new AbortController()
  // Before the hook of the job, which waits for its end.
  app.addHook('preClose', async () => stopping.abort())

  repeatJob(app, 'backup', Math.min(MAX_CHECK_INTERVAL_MS, everyMs / 4), async () => {
    if (!(await claimBackup(db, { claimant, now: now() }, everyMs))) return
    const renewal = setInterval(() => {
      // A claim that cannot be renewed now is renewed by the next attempt.
      holdClaim(db, claimant, now() + CLAIM_MS).catch(() => {})
    }, CLAIM_MS / 4)
    try {
      const request = { site: config, target, options: { reusableForMs: everyMs } }
      const done = await runBackup(request, stopping.signal)
      await recordBackup(db, done)
      app.log.info({ file: done.file, copy: done.copy, bytes: done.bytes }, 'backup made')
    } catch (error) {
      // The next start makes the backup that this stop has cut off.
      if (stopping.signal.aborted) return await holdClaim(db, claimant, 0)
      failures.inc()
      await holdClaim(db, claimant, now() + Math.min(MAX_RETRY_DELAY_MS, everyMs))
      throw error
    } finally {
      clearInterval(renewal)
    }
  })
}

function measureBackups({ metrics }: FastifyInstance, db: Db, isScheduled: boolean) {
  const madeAt =
    'Time of the last good backup of any server; before the first scheduled one, the time when the site was created'
  addGauge(metrics, 'ritmo_backup_last_success_timestamp_seconds', madeAt, async () => {
    const last = (await findLastBackup(db))?.finished_at
    if (last === undefined || last === null) return isScheduled ? (await findSiteCreation(db)) / 1_000 : Number.NaN
    return last / 1_000
  })
  addGauge(metrics, 'ritmo_backup_last_size_bytes', 'Size of the last good backup', async () => {
    const last = await findLastBackup(db)
    return last?.bytes ?? 0
  })
  const help = 'Backups that failed on this server'
  return new Counter({ name: 'ritmo_backup_failures_total', help, registers: [metrics] })
}
