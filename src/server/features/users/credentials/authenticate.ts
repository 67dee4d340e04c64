import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { delayUntil, Refusal, refuseField } from '#server/errors.ts'
import { findUserByEmail, lockUser, normalizeEmail, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Services, Session } from '#server/http/serve.ts'
import { hashPassword, needsRehash, verifyPassword, waitLikeVerification } from './passwords.ts'
import { type CountedSignIn, countSignIn, refundSignIn, type SignInServices } from './sign-in-limits.ts'

/** Without the password, users confirm their identity by a sign-in that is not older than this. */
const MAX_FRESH_SIGN_IN_AGE_MS = 15 * 60_000

/** A refusal on a crowded network takes at least this long, which is longer than checking a password. */
const MIN_REFUSAL_MS = 500

/**
 * The user with this address, password and second factor. Only wrong ones count against the limits of account and network.
 */
export async function findUserByPassword(
  services: SignInServices,
  { email, password }: { email: string; password: string },
  request: FastifyRequest,
  demandSecondFactor: (user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow | undefined> {
  const arrivedAt = performance.now()
  const account = normalizeEmail(email)
  const user = await findUserByEmail(services.db, email)
  const { counted, crowded } = await countSignIn(services, { account, network: networkOf(request.ip), user })
  const isRight = counted
    ? await services.withAccountSlot(account, () => verifyPassword(user?.password_hash, password))
    : await waitLikeVerification()
  if (!isRight || user === undefined) {
    request.log.warn({ userId: user?.id }, 'sign-in refused')
    if (crowded !== undefined) throw delayUntil(crowded, arrivedAt + MIN_REFUSAL_MS)
    return undefined
  }
  const current = needsRehash(user.password_hash) ? await rehashPassword(services, user, password) : user
  if (current !== undefined) await demandSecondFactor(current).catch(refundUnlessWrongCode(services, counted))
  await refundSignIn(services, counted)
  // If the hash was changed meanwhile, even by another rehash, the password is verified again.
  return current ?? findUserByPassword(services, { email, password }, request, demandSecondFactor)
}

/** A wrong code counts like a wrong password. A missing one does not: the user is asked for it. */
const refundUnlessWrongCode =
  (services: SignInServices, counted: CountedSignIn['counted']) => async (error: unknown) => {
    if (!(error instanceof Refusal && error.key === 'wrongCode')) await refundSignIn(services, counted)
    throw error
  }

async function rehashPassword({ db, now }: Services, user: UserRow, password: string) {
  const password_hash = await hashPassword(password)
  return transact(db, async (db) => {
    const locked = await lockAuthenticatedUser(db, user)
    return locked && updateUser(db, locked.id, { password_hash }, now())
  })
}

const CREDENTIAL_COLUMNS = ['email', 'password_hash', 'google_subject', 'two_factor_at'] as const

/**
 * Locks the user's row until the transaction ends. Undefined if a credential has changed since the user was
 * authenticated. Authentication takes a while, and an outdated one must not count.
 */
export async function lockAuthenticatedUser(db: Db, authenticated: UserRow): Promise<UserRow | undefined> {
  const user = await lockUser(db, authenticated.id)
  return CREDENTIAL_COLUMNS.every((column) => user?.[column] === authenticated[column]) ? user : undefined
}

/** Runs a transaction for an authenticated user. Throws a conflict if their credentials have changed since. */
export function withAuthenticatedUser<T>(
  db: Db,
  authenticated: UserRow,
  work: (db: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  return withUserLock(db, authenticated.id, async (db) => {
    const user = await lockAuthenticatedUser(db, authenticated)
    if (user === undefined) throw new Refusal('conflict', 'conflict')
    return work(db, user)
  })
}

interface PasswordInput {
  password: string | undefined
  /** The name of the form field, for the error. */
  field: string
}

/**
 * Requires more than a session for irreversible actions: the password or a recent sign-in. Clients of the specification
 * send no password, and accounts that were created with Google have none.
 */
export async function reauthenticate(
  { limits, now }: Services,
  session: Session,
  user: UserRow,
  { password, field }: PasswordInput,
) {
  if (user.password_hash === null || password === undefined) {
    if (session.startedAt >= now() - MAX_FRESH_SIGN_IN_AGE_MS) return
    if (user.password_hash === null) throw new Refusal('invalid', 'signInAgain')
    throw new Refusal('invalid', 'confirmIdentity', { [field]: { key: 'confirmIdentity', params: {} } })
  }
  await limits.countAttempt('login', user.id)
  if (!(await verifyPassword(user.password_hash, password))) throw refuseField(field, 'wrongPassword')
  await limits.refundAttempt('login', user.id)
}
