import { sql } from 'kysely'
import type { DeliveryFailure } from '#contract/integrations/webhooks.ts'
import { DAY_MS } from '#core/time/units.ts'
import { nextAttemptAt } from '#core/webhooks/retry.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, deleteSomeRows } from '#server/db/delete-in-parts.ts'
import { isOneOf, isPostgres } from '#server/db/engine-sql.ts'
import { transact } from '#server/db/transact.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { limitLog } from '#server/outbound/record-events.ts'
import { findUser, languageOf } from '#server/features/users/queries.ts'
import { type DeliveryRow, pauseWebhook, type WebhookRow } from './queries.ts'
import { PAUSED_EMAIL } from './paused-email.ts'

/** Longer than an attempt takes: the server of an older claim has died. */
const CLAIM_MS = 30_000
/** The receiver wants to be told nothing any more. */
const GONE_STATUS = 410
const FINISHES_PER_CLEAN_UP = 10

export type Lane = 'fast' | 'slow'
/** Receivers whose last attempt took longer share connections of their own, so that others do not wait for them. */
const SLOW_MS = 2_000

interface Claim {
  lane: Lane
  /** Users who have enough open requests on this server. */
  busyUsers: readonly string[]
  now: number
}

/** Nobody sends it at the moment, and its user was not disabled by an administrator. */
const isDue = (now: number) => sql<boolean>`due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
  and not exists (select 1 from users where users.id = webhooks.user_id and disabled_at is not null)`

/**
 * Claims the webhook that has been due for the longest time, so that no other server sends its next delivery. Two servers
 * may do so if one is slow: a delivery arrives twice then.
 */
export async function claimWebhook(db: Db, { lane, busyUsers, now }: Claim): Promise<WebhookRow | undefined> {
  const due = db
    .selectFrom('webhooks')
    .select(['user_id', 'id'])
    .where(isDue(now))
    .where('last_duration_ms', lane === 'fast' ? '<=' : '>', SLOW_MS)
    .$if(busyUsers.length > 0, (query) => query.where(sql<boolean>`not ${isOneOf(db, 'user_id', busyUsers)}`))
    .orderBy('due_at')
    .limit(1)
  return db
    .updateTable('webhooks')
    .set({ claimed_until: now + CLAIM_MS })
    .where(sql<boolean>`(user_id, id) in (${isPostgres(db) ? due.forUpdate().skipLocked() : due})`)
    .returningAll()
    .executeTakeFirst()
}

/** The next delivery: what its user wants to be sent now, otherwise the oldest event. */
export const findNextDelivery = (db: Db, { user_id, id, paused_at }: WebhookRow): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('webhook_id', '=', id)
    // Literal, because the index has only these.
    .where(sql<boolean>`state = 'waiting'`)
    .$if(paused_at !== null, (query) => query.where('is_manual', '=', 1))
    .orderBy('is_manual', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

/** When the first webhook that nobody is sending has become due; undefined if none is. */
export async function findEarliestDue(db: Db, now: number) {
  const due = await db
    .selectFrom('webhooks')
    .select('due_at')
    .where(isDue(now))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return due?.due_at ?? undefined
}

export interface AttemptResult {
  status: number | null
  failure: DeliveryFailure | null
  reply: string | null
  durationMs: number
}

export const isDelivered = ({ status }: AttemptResult) => status !== null && status >= 200 && status < 300

interface Attempt {
  webhook: WebhookRow
  delivery: DeliveryRow
  result: AttemptResult
  now: number
}

/** Stores the result of an attempt, and when the webhook is due again. */
export const finishAttempt = (db: Db, { webhook, delivery, result, now }: Attempt) =>
  withUserLock(db, webhook.user_id, async (db) => {
    // It may have been paused, resumed or deleted during the attempt.
    const current = await findCurrent(db, webhook)
    if (current === undefined) return
    await saveResult(db, delivery, result, now)
    const { dueAt, ...change } = afterAttempt(current, { delivery, result, now })
    await updateWebhook(db, current, { ...change, last_duration_ms: result.durationMs })
    if (dueAt === undefined) await giveUp(db, current, { isGone: result.status === GONE_STATUS, now })
    await release(db, webhook, { dueAt: dueAt ?? now, now })
    if (Math.random() * FINISHES_PER_CLEAN_UP < 1) await limitLog(db, { userId: current.user_id, id: current.id })
  })

/** What an attempt changes, and when the next event may be sent; undefined if the webhook has to be paused. */
function afterAttempt(current: WebhookRow, { delivery, result, now }: Omit<Attempt, 'webhook'>) {
  const isEvent = delivery.is_manual === 0
  // A test that arrives shows that the receiver works again, so events that wait are sent at once.
  if (isDelivered(result)) return { dueAt: now, ...(isEvent && { failing_since: null, delivered_at: now }) }
  const random = Math.random()
  if (!isEvent) return { dueAt: nextAttemptAt({ attempts: 1, failingSince: now, now, random }) }
  const failingSince = current.failing_since ?? now
  const attempts = delivery.attempts + 1
  const dueAt = result.status === GONE_STATUS ? undefined : nextAttemptAt({ attempts, failingSince, now, random })
  return { dueAt, failing_since: failingSince }
}

/** Ends a claim: the webhook is due if something waits, at once if its user wants it to be sent now. */
async function release(db: Db, webhook: WebhookRow, { dueAt, now }: { dueAt: number; now: number }) {
  const current = await findCurrent(db, webhook)
  const next = current && (await findNextDelivery(db, current))
  const due_at = next === undefined ? null : next.is_manual === 1 ? now : dueAt
  await updateWebhook(db, webhook, { due_at, claimed_until: null })
}

/** Ends the claim of a webhook for which nothing waits. */
export const releaseIdle = (db: Db, webhook: WebhookRow, now: number) =>
  withUserLock(db, webhook.user_id, (db) => release(db, webhook, { dueAt: now, now }))

/** Pauses a webhook that has failed for a day, and tells its owner, if the address is confirmed. */
async function giveUp(db: Db, { user_id: userId, id, paused_at }: WebhookRow, { isGone, now }: GivenUp) {
  if (paused_at !== null) return
  await pauseWebhook(db, { userId, id }, isGone ? 'gone' : 'failed', now)
  const user = await findUser(db, userId)
  if (user === undefined || user.verified_at === null) return
  const language = languageOf(user) ?? 'en'
  await enqueueEmail(db, { kind: PAUSED_EMAIL, userId, email: user.email, language, eventId: id }, now)
}

interface GivenUp {
  isGone: boolean
  now: number
}

async function saveResult(db: Db, delivery: DeliveryRow, result: AttemptResult, now: number) {
  const isOver = isDelivered(result) || delivery.is_manual === 1
  await db
    .updateTable('webhook_deliveries')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      attempted_at: now,
      duration_ms: result.durationMs,
      status: result.status,
      failure: result.failure,
      reply: result.reply,
    }))
    .$if(isOver, (query) => query.set({ state: isDelivered(result) ? 'delivered' : 'failed' }))
    .where('user_id', '=', delivery.user_id)
    .where('webhook_id', '=', delivery.webhook_id)
    .where('position', '=', delivery.position)
    .execute()
}

const updateWebhook = (db: Db, { user_id, id }: WebhookRow, change: Partial<WebhookRow>) =>
  db.updateTable('webhooks').set(change).where('user_id', '=', user_id).where('id', '=', id).execute()

const findCurrent = (db: Db, { user_id, id }: WebhookRow): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst()

/** What was delivered or dropped is deleted from the log after this time. */
const LOG_RETENTION_MS = 30 * DAY_MS

export const deleteOldDeliveries = (db: Db, now: number) =>
  deleteInParts(
    (work) => transact(db, work),
    [deleteSomeRows('webhook_deliveries', sql`state <> 'waiting' and created_at <= ${now - LOG_RETENTION_MS}`)],
    async () => undefined,
  )
