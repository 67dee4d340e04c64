import type { AdministrationAction, UserQuotas } from '#contract/administration/administration.ts'
import type { Db } from '#server/db/connect.ts'
import { isPostgres } from '#server/db/engine-sql.ts'
import { transact } from '#server/db/transact.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { listTokenIds } from '#server/features/tokens/queries.ts'
import { cancelPendingChanges } from '#server/features/users/credentials/cancel-pending.ts'
import { endAccess } from '#server/features/users/credentials/end-access.ts'
import { issueToken } from '#server/features/users/one-time-tokens.ts'
import { languageOf, lockUser, removeTwoFactor, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { type Actor, recordAction } from './audit-log.ts'

/** What an administrator or the command line does to the account of a user. */
interface Deed {
  actor: Actor
  userId: string
  now: number
}

/** Runs a transaction with the user's row locked, and logs what was done unless it changed nothing. */
async function act(
  db: Db,
  { actor, userId, now }: Deed,
  action: AdministrationAction,
  work: (db: Db, user: UserRow) => Promise<string[] | 'unchanged'>,
) {
  return transact(db, async (db) => {
    // Before the user's own row: two administrators who remove each other wait here, and do not block each other.
    if (AFFECTS_ADMINISTRATORS.has(action)) await lockAdministrators(db)
    const user = assertFound(await lockUser(db, userId), 'userNotFound')
    const ended = await work(db, user)
    if (ended === 'unchanged') return []
    await recordAction(db, { actor, action, subject: { id: user.id, label: user.email } }, now)
    return ended
  })
}

const AFFECTS_ADMINISTRATORS = new Set<AdministrationAction>(['user-disabled', 'user-deleted', 'administrator-removed'])

async function lockAdministrators(db: Db) {
  const administrators = db.selectFrom('users').select('id').where('is_administrator', '=', 1).orderBy('id')
  await (isPostgres(db) ? administrators.forNoKeyUpdate() : administrators).execute()
}

/** Throws if the site would have no administrator left who can sign in. */
async function rejectLastAdministrator(db: Db, user: UserRow) {
  if (await isLastAdministrator(db, user)) throw new Refusal('conflict', 'lastAdministrator')
}

async function isLastAdministrator(db: Db, user: UserRow) {
  if (user.is_administrator === 0 || user.disabled_at !== null) return false
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('is_administrator', '=', 1)
    .where('disabled_at', 'is', null)
    .where('id', '!=', user.id)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/**
 * Ends all sessions of a user, and returns the ids of whose sockets to close. The user cannot sign in any more, and access
 * tokens do not work until the account is enabled.
 */
export const disableUser = (db: Db, deed: Deed) =>
  act(db, deed, 'user-disabled', async (db, user) => {
    await rejectLastAdministrator(db, user)
    if (user.disabled_at !== null) return 'unchanged'
    await cancelPendingChanges(db, user, deed.now)
    await updateUser(db, user.id, { disabled_at: deed.now }, deed.now)
    return [...(await endSessions(db, user.id)), ...(await listTokenIds(db, user.id))]
  })

export const enableUser = (db: Db, deed: Deed) =>
  act(db, deed, 'user-enabled', async (db, user) => {
    if (user.disabled_at === null) return 'unchanged'
    await updateUser(db, user.id, { disabled_at: null }, deed.now)
    return []
  })

export const signOutUser = (db: Db, deed: Deed) =>
  act(db, deed, 'user-signed-out', async (db, user) => {
    await cancelPendingChanges(db, user, deed.now)
    return endAccess(db, user.id)
  })

export const sendPasswordReset = (db: Db, deed: Deed) =>
  act(db, deed, 'password-reset-sent', async (db, user) => {
    const language = languageOf(user) ?? 'en'
    await enqueueEmail(db, { kind: 'reset', userId: null, email: user.email, language }, deed.now)
    return []
  })

/** Returns a link to choose a new password, for a site without e-mail. Whoever has it can open the account. */
export async function makePasswordResetLink(db: Db, deed: Deed, publicUrl: string) {
  let token = ''
  await act(db, deed, 'password-reset-link-made', async (db, user) => {
    token = await issueToken(db, 'reset', { userId: user.id, email: user.email }, deed.now)
    return []
  })
  return `${publicUrl}/reset-password/${token}`
}

/** For a user who has lost the phone and the recovery codes. The user is told by mail. */
export const resetTwoFactor = (db: Db, deed: Deed) =>
  act(db, deed, 'two-factor-removed', async (db, user) => {
    if (user.two_factor_at === null) return 'unchanged'
    await removeTwoFactor(db, user.id)
    await recordSecurityEvent(db, { userId: user.id, kind: 'two-factor-reset', request: undefined }, deed.now)
    return []
  })

export const addAdministrator = (db: Db, deed: Deed) =>
  act(db, deed, 'administrator-added', async (db, user) => {
    if (user.disabled_at !== null) throw new Refusal('conflict', 'userIsDisabled')
    if (user.is_administrator === 1) return 'unchanged'
    await updateUser(db, user.id, { is_administrator: 1 }, deed.now)
    return []
  })

export const removeAdministrator = (db: Db, deed: Deed) =>
  act(db, deed, 'administrator-removed', async (db, user) => {
    await rejectLastAdministrator(db, user)
    if (user.is_administrator === 0) return 'unchanged'
    await updateUser(db, user.id, { is_administrator: 0 }, deed.now)
    return []
  })

/**
 * What the groups of a provider say at a sign-in, in its transaction. The last administrator stays one: a misspelt group must
 * not leave the site without.
 */
export async function decideAdministratorByGroup(db: Db, user: UserRow, isMember: boolean, now: number) {
  const is_administrator = isMember ? 1 : 0
  if (user.is_administrator === is_administrator) return user
  if (!isMember) await lockAdministrators(db)
  if (!isMember && (await isLastAdministrator(db, user))) return user
  const action = isMember ? 'administrator-added-by-group' : 'administrator-removed-by-group'
  await recordAction(db, { actor: user, action }, now)
  return updateUser(db, user.id, { is_administrator }, now)
}

/** Before users delete their own account. The last administrator cannot leave other users without one. */
export async function resignAdministrator(db: Db, userId: string, now: number) {
  await transact(db, async (db) => {
    await lockAdministrators(db)
    const user = await lockUser(db, userId)
    if (user === undefined || user.is_administrator === 0) return
    const other = await db.selectFrom('users').select('id').where('id', '!=', userId).limit(1).executeTakeFirst()
    if (other !== undefined) await rejectLastAdministrator(db, user)
    // Of two administrators who leave at the same time, the second one finds no other.
    await updateUser(db, userId, { is_administrator: 0 }, now)
  })
}

/** Null: the quota of the server. */
export async function setQuotas(db: Db, { actor, userId, now }: Deed, quotas: UserQuotas) {
  await transact(db, async (db) => {
    const user = assertFound(await lockUser(db, userId), 'userNotFound')
    const own = Object.fromEntries(Object.entries(quotas).filter(([, value]) => value !== null))
    const column = Object.keys(own).length === 0 ? null : JSON.stringify(own)
    if (column === user.quotas) return
    await updateUser(db, userId, { quotas: column }, now)
    const subject = { id: userId, label: user.email }
    await recordAction(db, { actor, action: 'quotas-changed', subject, details: quotas }, now)
  })
}
