import type { Updateable } from 'kysely'
import type { MessageKey } from '#contract/messages/en.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { Refusal } from '#server/errors.ts'
import { languageOf, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import type { Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { cancelPendingChanges } from './cancel-pending.ts'
import { rememberNetwork } from './known-networks.ts'

interface Replacement {
  columns: Updateable<Schema['users']>
  /** The network of the person who has opened a link in the mailbox of the account. */
  network: string
}

/**
 * Sets a new password after the user has proved to own the mailbox: removes every other credential, session and link,
 * and ends a lock by wrong passwords on this network. Returns the ids of the ended sessions.
 */
export async function replaceCredentials(
  { limits, now }: Services,
  db: Db,
  user: UserRow,
  { columns, network }: Replacement,
) {
  await cancelPendingChanges(db, user, now())
  const changed = await updateUser(db, user.id, { ...columns, google_subject: null }, now())
  const email = changed?.email ?? user.email
  const language = languageOf(user) ?? 'en'
  await enqueueEmail(db, { kind: 'password-changed', userId: user.id, email, language }, now())
  const ended = await endSessions(db, user.id)
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
