import { type Selectable, sql } from 'kysely'
import type { Delivery, PauseReason, Webhook, WebhookChange, WebhookDraft } from '#contract/integrations/webhooks.ts'
import { joinEventTypes, splitEventTypes } from '#core/webhooks/event-types.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteRow } from '#server/db/delete-row.ts'
import type { Schema } from '#server/db/schema.ts'
import { timestampsOf, toIsoTime, type WithId } from '#server/db/values.ts'
import { limitLog, MAX_LOGGED, type WebhookKey } from '#server/outbound/record-events.ts'

export type WebhookRow = Selectable<Schema['webhooks']>
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>

export async function listWebhooks(db: Db, userId: string) {
  const rows = await selectWebhooks(db, userId).orderBy('created_at').orderBy('id').execute()
  return rows.map(toJson)
}

export async function findWebhook(db: Db, userId: string, id: string) {
  const row = await selectWebhooks(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

export async function insertWebhook(
  db: Db,
  userId: string,
  { id, url, events, secret }: WithId<WebhookDraft> & { secret: string },
  now: number,
) {
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('webhooks')
    .values({
      user_id: userId,
      id,
      url,
      events: joinEventTypes(events),
      secret,
      last_duration_ms: 0,
      dropped: 0,
      ...times,
    })
    .execute()
  await updateWantedEvents(db, userId)
}

export async function updateWebhook(db: Db, userId: string, { id, url, events }: WithId<WebhookChange>, now: number) {
  await changeWebhook(db, { userId, id }, { url, events: events && joinEventTypes(events), updated_at: now })
  await updateWantedEvents(db, userId)
  return findWebhook(db, userId, id)
}

export async function deleteWebhook(db: Db, userId: string, id: string) {
  const deleted = await deleteRow(db, 'webhooks', userId, id)
  await updateWantedEvents(db, userId)
  return deleted
}

type Change = Partial<Omit<WebhookRow, 'user_id' | 'id'>>
type GivenChange = { [Column in keyof Change]?: Change[Column] | undefined }

/** Columns that are undefined stay unchanged. */
const changeWebhook = (db: Db, { userId, id }: WebhookKey, change: GivenChange) =>
  db
    .updateTable('webhooks')
    .set(change as Change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()

/** The former secret signs as well until a moment. */
export async function replaceSecret(
  db: Db,
  { userId, id }: WebhookKey,
  { secret, formerUntil }: { secret: string; formerUntil: number },
) {
  await db
    .updateTable('webhooks')
    .set((row) => ({ former_secret: row.ref('secret'), former_secret_until: formerUntil, secret }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** A paused webhook is told of nothing new. Events that wait stay, and so does the reason of an earlier pause. */
export async function pauseWebhook(db: Db, key: WebhookKey, reason: PauseReason, now: number) {
  await db
    .updateTable('webhooks')
    .set({ paused_at: now, pause_reason: reason })
    .where('user_id', '=', key.userId)
    .where('id', '=', key.id)
    .where('paused_at', 'is', null)
    .execute()
  await updateWantedEvents(db, key.userId)
}

export async function resumeWebhook(db: Db, key: WebhookKey, waiting: 'send' | 'drop', now: number) {
  if (waiting === 'drop') {
    await db
      .updateTable('webhook_deliveries')
      .set({ state: 'dropped' })
      .where('user_id', '=', key.userId)
      .where('webhook_id', '=', key.id)
      .where('state', '=', 'waiting')
      .execute()
    await limitLog(db, key)
  }
  await changeWebhook(db, key, { paused_at: null, pause_reason: null, failing_since: null, dropped: 0, due_at: now })
  await updateWantedEvents(db, key.userId)
}

/** Writes the union of the events of all active webhooks into the user's row, where every change finds it. */
async function updateWantedEvents(db: Db, userId: string) {
  const active = await db
    .selectFrom('webhooks')
    .select('events')
    .where('user_id', '=', userId)
    .where('paused_at', 'is', null)
    .execute()
  const wanted = joinEventTypes(active.flatMap(({ events }) => splitEventTypes(events)))
  await db
    .updateTable('users')
    .set({ webhook_events: wanted || null })
    .where('id', '=', userId)
    .execute()
}

export async function listDeliveries(db: Db, { userId, id }: WebhookKey) {
  const rows = await selectDeliveries(db, { userId, id }).orderBy('position', 'desc').limit(MAX_LOGGED).execute()
  return rows.map(toDeliveryJson)
}

export const findDelivery = (db: Db, key: WebhookKey, position: number) =>
  selectDeliveries(db, key).where('position', '=', position).executeTakeFirst()

const selectDeliveries = (db: Db, { userId, id }: WebhookKey) =>
  db.selectFrom('webhook_deliveries').selectAll().where('user_id', '=', userId).where('webhook_id', '=', id)

const selectWebhooks = (db: Db, userId: string) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .select((webhook) =>
      webhook
        .selectFrom('webhook_deliveries as delivery')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('delivery.user_id', '=', userId)
        .whereRef('delivery.webhook_id', '=', 'webhooks.id')
        // Literal, because the index has only these.
        .where(sql<boolean>`delivery.state = 'waiting'`)
        .where('delivery.is_manual', '=', 0)
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
    .where('user_id', '=', userId)

const stateOf = ({ paused_at, failing_since }: WebhookRow) =>
  paused_at !== null ? 'paused' : failing_since !== null ? 'failing' : 'working'

const toIsoTimeOrNull = (time: number | null) => (time === null ? null : toIsoTime(time))

function toJson(row: WebhookRow & { waiting: number }): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: splitEventTypes(row.events),
    state: stateOf(row),
    pauseReason: row.pause_reason,
    failingSince: toIsoTimeOrNull(row.failing_since),
    lastDeliveredAt: toIsoTimeOrNull(row.delivered_at),
    waiting: row.waiting,
    dropped: row.dropped,
    ...timestampsOf(row),
  }
}

function toDeliveryJson(row: DeliveryRow): Delivery {
  return {
    position: row.position,
    event: row.event_id,
    type: row.type,
    state: row.state,
    isManual: row.is_manual === 1,
    attempts: row.attempts,
    attemptedAt: toIsoTimeOrNull(row.attempted_at),
    duration: row.duration_ms,
    status: row.status,
    failure: row.failure,
    reply: row.reply,
    createdAt: toIsoTime(row.created_at),
  }
}
