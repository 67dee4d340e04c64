import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { deleteOldAccountArchives } from '#server/features/users/administration/account-archives.ts'
import { deleteOldActions } from '#server/features/users/administration/audit-log.ts'
import { deleteOldInvitations } from '#server/features/users/administration/invitations.ts'
import { deleteOldSecurityEvents } from '#server/features/security-events/queries.ts'
import { deleteOldDeliveries } from '#server/features/webhooks/delivery-queries.ts'
import { deleteExpiredUploads } from '#server/features/uploads/queries.ts'
import { deleteExpiredSessions } from '#server/features/users/sessions/sessions.ts'
import { deleteOldChanges } from '#server/features/time-entries/history-queries.ts'
import { deleteExpiredTokens } from '#server/features/users/one-time-tokens.ts'
import { deleteOldTokens } from '#server/features/tokens/queries.ts'
import { deleteExpiredKeys } from '#server/http/idempotency.ts'
import type { Services } from '#server/http/serve.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import { deleteOldMail } from '#server/mail/outbox.ts'

const CLEAN_UP_INTERVAL_MS = 60 * 60_000

/** Deletes every hour what is expired. */
export function scheduleHousekeeping(
  app: FastifyInstance,
  { config, ...services }: Pick<Services, 'db' | 'now' | 'limits'> & { config: Config },
) {
  repeatJob(app, 'housekeeping', CLEAN_UP_INTERVAL_MS, async () => {
    await deleteExpiredRows(services, config)
    await deleteOldMail(config)
    await deleteOldAccountArchives(config.deletedAccounts)
  })
}

async function deleteExpiredRows(
  { db, now, limits }: Pick<Services, 'db' | 'now' | 'limits'>,
  { sessionRetentionMs, auditRetentionMs }: Config,
) {
  await limits.sweep()
  await deleteExpiredSessions(db, now(), sessionRetentionMs)
  await deleteExpiredTokens(db, now())
  await deleteOldTokens(db, now())
  await deleteExpiredKeys(db, now())
  await deleteExpiredUploads(db, now())
  await deleteOldChanges(db, now())
  await deleteOldSecurityEvents(db, now())
  await deleteOldInvitations(db, now())
  await deleteOldActions(db, now(), auditRetentionMs)
  await deleteOldDeliveries(db, now())
}
