import type { FastifyRequest } from 'fastify'
import type { Updateable } from 'kysely'
import type { MessageKey } from '#contract/messages/en.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { updateUser, type UserRow } from '#server/features/users/queries.ts'
import { deleteIdentities } from '#server/features/users/openid/identities.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Services } from '#server/http/serve.ts'
import { cancelPendingChanges } from './cancel-pending.ts'
import { endAccess } from './end-access.ts'
import { rememberNetwork } from './known-networks.ts'

interface Replacement {
  columns: Updateable<Schema['users']>
  /** The request of the person who has opened a link in the mailbox of the account. */
  request: FastifyRequest
  kind: 'password-reset' | 'email-restored'
}

/**
 * Sets a new password after the user has proved to own the mailbox: removes every other credential, session, access token and link,
 * and ends a lock by wrong passwords on this network. Returns the ids of the ended sessions.
 */
export async function replaceCredentials(
  { limits, now }: Services,
  db: Db,
  user: UserRow,
  { columns, request, kind }: Replacement,
) {
  await cancelPendingChanges(db, user, now())
  await deleteIdentities(db, user.id)
  const changed = await updateUser(db, user.id, { ...columns, google_subject: null }, now())
  const email = changed?.email ?? user.email
  const network = networkOf(request.ip)
  if (kind === 'email-restored') await recordSecurityEvent(db, { userId: user.id, kind, request }, now())
  await recordSecurityEvent(db, { userId: user.id, kind: 'password-reset', request }, now())
  const ended = await endAccess(db, user.id)
  await rememberNetwork(db, user.id, network, now())
  await limits.clearAttempts(db, 'login', `${email} ${network}`)
  return ended
}

/**
 * The refusal of a mailed link. Only bad links are counted: nobody can guess a valid one, and others on the same network
 * must not lock out a user who has one.
 */
export async function refuseBadLink({ limits }: Services, network: string, key: MessageKey) {
  return (await limits.tryCount('reset', network)) ?? new Refusal('invalid', key)
}
