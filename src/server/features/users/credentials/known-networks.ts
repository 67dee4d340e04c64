import { describeDevice } from '#core/accounts/device-name.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { hashOf } from '#server/features/users/one-time-tokens.ts'
import type { FastifyRequest } from 'fastify'
import { userAgentOf } from '#server/features/security-events/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { hasSessionOfDevice, hasSessionOnNetwork } from '#server/features/users/sessions/sessions.ts'

const MAX_AGE_MS = 90 * DAY_MS
const PURPOSE = 'network'
const DEVICE_PURPOSE = 'device'

/**
 * Remembers that the user has signed in from a network. Attacks on the account from other networks do not lock it there.
 * Only a hash is stored, so it lists no places.
 */
export const rememberNetwork = (db: Db, userId: string, network: string, now: number) =>
  remember(db, { userId, purpose: PURPOSE, hash: keyOf(userId, network) }, now)

async function remember(db: Db, known: { userId: string; purpose: string; hash: string }, now: number) {
  const { userId, purpose, hash } = known
  const expires_at = now + MAX_AGE_MS
  await db
    .insertInto('tokens')
    .values({ hash, purpose, user_id: userId, email: null, expires_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ expires_at }))
    .execute()
}

/** Whether the user has a session on the network, or signed in from it before. */
export async function isKnownNetwork(db: Db, userId: string, network: string, now: number) {
  const remembered = db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', keyOf(userId, network))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  // Both are always asked, so that the duration is the same for a user who does not exist.
  const [row, hasSession] = await Promise.all([remembered, hasSessionOnNetwork(db, userId, network, now)])
  return row !== undefined || hasSession
}

export async function forgetNetworks(db: Db, userId: string) {
  await db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', PURPOSE).execute()
}

type Request = Pick<FastifyRequest, 'ip' | 'headers'>

/**
 * Remembers the device of a sign-in: its browser, its system and its network. Returns false if the account did not know
 * it. A device that is still signed in is known, however it has signed in.
 */
export async function rememberDevice(db: Db, userId: string, request: Request, now: number) {
  const network = networkOf(request.ip)
  const device = describeDevice(userAgentOf(request))
  const hash = hashOf(`${DEVICE_PURPOSE} ${userId} ${device.browser} ${device.system} ${network}`)
  const remembered = await db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const isKnown = remembered !== undefined || (await hasSessionOfDevice(db, userId, { ...device, network }, now))
  await remember(db, { userId, purpose: DEVICE_PURPOSE, hash }, now)
  return isKnown
}

export async function forgetDevices(db: Db, userId: string) {
  await db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', DEVICE_PURPOSE).execute()
}

const keyOf = (userId: string, network: string) => hashOf(`${PURPOSE} ${userId} ${network}`)
