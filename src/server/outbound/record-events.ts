import type { EventType } from '#core/webhooks/event-types.ts'
import { splitEventTypes } from '#core/webhooks/event-types.ts'
import type { Db } from '#server/db/connect.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { findWantedEvents } from '#server/db/user-lock.ts'
import { newId, toIsoTime } from '#server/db/values.ts'

export interface WebhookEvent {
  type: EventType
  data: { id: string } & Record<string, unknown>
}

/** Events of one webhook that wait. More drop the oldest ones. */
const MAX_WAITING = 2_000
/** A larger payload has nothing but the id: its receiver reads the item. */
const MAX_PAYLOAD_CHARS = 16_384

/**
 * Queues events for the user's webhooks, in the transaction of the change that they are about: both are saved, or none.
 * The transaction must have locked the user, which also says whether anybody wants the events.
 */
export async function recordEvents(db: Db, userId: string, now: number, events: readonly WebhookEvent[]) {
  if (events.length === 0) return
  const wanted = await findWantedEvents(db, userId)
  if (wanted === null || !events.some(({ type }) => wanted.includes(type))) return
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('user_id', '=', userId)
    .where('paused_at', 'is', null)
    .execute()
  const messages = events.map((event) => ({ event_id: newId(now), type: event.type, payload: toPayload(event, now) }))
  for (const { id, events } of webhooks) {
    const types: readonly string[] = splitEventTypes(events)
    const own = messages.filter(({ type }) => types.includes(type))
    if (own.length > 0) await addDeliveries(db, { userId, id }, { messages: own, isManual: false, now })
  }
}

export interface WebhookKey {
  userId: string
  id: string
}

interface Message {
  event_id: string
  type: string
  payload: string
}

/** Adds messages at the end of a webhook's queue, and makes servers look at it. */
export async function addDeliveries(
  db: Db,
  { userId, id }: WebhookKey,
  { messages, isManual, now }: { messages: readonly Message[]; isManual: boolean; now: number },
) {
  const { last } = await ofWebhook(db, { userId, id })
    .select((row) => row.fn.coalesce(row.fn.max('position'), row.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  const rows = messages.map((message, index) => ({
    ...message,
    user_id: userId,
    webhook_id: id,
    position: last + 1 + index,
    state: 'waiting' as const,
    is_manual: Number(isManual) as 0 | 1,
    attempts: 0,
    created_at: now,
  }))
  await insertRows(db, 'webhook_deliveries', rows)
  await db
    .updateTable('webhooks')
    .set((webhook) => ({ due_at: isManual ? now : webhook.fn.coalesce('due_at', webhook.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await dropOldest(db, { userId, id })
}

async function dropOldest(db: Db, { userId, id }: WebhookKey) {
  const oldestKept = await ofWebhook(db, { userId, id })
    .select('position')
    .where('state', '=', 'waiting')
    .orderBy('position', 'desc')
    .offset(MAX_WAITING)
    .limit(1)
    .executeTakeFirst()
  if (oldestKept === undefined) return
  const dropped = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'dropped' })
    .where('user_id', '=', userId)
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('position', '<=', oldestKept.position)
    .returning('position')
    .execute()
  await db
    .updateTable('webhooks')
    .set((webhook) => ({ dropped: webhook('dropped', '+', dropped.length) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await limitLog(db, { userId, id })
}

/** Deliveries that are done and still shown. */
export const MAX_LOGGED = 100

/** Deletes the oldest deliveries that are done. */
export async function limitLog(db: Db, { userId, id }: WebhookKey) {
  const oldest = ofWebhook(db, { userId, id })
    .select('position')
    .where('state', '!=', 'waiting')
    .orderBy('position', 'desc')
    .offset(MAX_LOGGED)
    .limit(1)
  await db
    .deleteFrom('webhook_deliveries')
    .where('user_id', '=', userId)
    .where('webhook_id', '=', id)
    .where('state', '!=', 'waiting')
    .where('position', '<=', oldest)
    .execute()
}

const ofWebhook = (db: Db, { userId, id }: WebhookKey) =>
  db.selectFrom('webhook_deliveries').where('user_id', '=', userId).where('webhook_id', '=', id)

/** The body of a request, in the form of Standard Webhooks. */
export function toPayload({ type, data }: { type: string; data: object & { id?: string } }, now: number) {
  const payload = JSON.stringify({ type, timestamp: toIsoTime(now), data })
  if (payload.length <= MAX_PAYLOAD_CHARS) return payload
  return JSON.stringify({ type, timestamp: toIsoTime(now), data: { id: data.id, isShortened: true } })
}
