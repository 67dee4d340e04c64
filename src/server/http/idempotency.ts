import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { refuseField } from '#server/errors.ts'

/** For how long a repeated key finds its resource. */
const KEY_LIFETIME_MS = 30 * DAY_MS

/** Whether the client may choose the id of the created resource, by `id` or by an `Idempotency-Key`. */
export const acceptsIdempotencyKey = ({ creates, body }: Endpoint) =>
  creates === true && body instanceof z.ZodMiniObject && 'id' in body.shape

/** Reads the `Idempotency-Key` of a request to an endpoint that accepts one. */
export function readIdempotencyKey(endpoint: Endpoint, { headers }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (key === undefined || !acceptsIdempotencyKey(endpoint)) return undefined
  if (!/^[ -~]{1,255}$/.test(String(key))) throw refuseField('Idempotency-Key', 'invalidValue')
  return String(key)
}

/** Returns the id that belongs to a key of a user, so that a repeated request finds the resource it has created. */
export function findOrCreateId(db: Db, userId: string, scope: string[], now: number) {
  // Hashed, because a key may contain anything.
  const hash = createHash('sha256').update(JSON.stringify(scope)).digest('base64url')
  return withUserLock(db, userId, async (db) => {
    const keys = db.selectFrom('idempotency_keys').select('resource_id')
    const known = await keys.where('user_id', '=', userId).where('hash', '=', hash).executeTakeFirst()
    if (known !== undefined) return known.resource_id
    const resource_id = newId(now)
    await db.insertInto('idempotency_keys').values({ user_id: userId, hash, resource_id, created_at: now }).execute()
    return resource_id
  })
}

export async function deleteExpiredKeys(db: Db, now: number) {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - KEY_LIFETIME_MS)
    .execute()
}
