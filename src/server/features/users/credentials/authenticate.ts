import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { networkOf, type RateLimits } from '#server/http/rate-limits.ts'
import type { Services, Session } from '#server/http/serve.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { findUserByEmail, lockUser, normalizeEmail, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { hasSessionOnNetwork } from '#server/features/users/sessions/sessions.ts'

/** How fresh a sign-in must be to stand in for the password of somebody who has none. */
const MAX_FRESH_SIGN_IN_AGE_MS = 10 * 60_000

type Attempt = Parameters<RateLimits['countAttempt']>

/** The user with this address and password. A wrong one counts against account and network, a right one does not. */
export async function findUserByPassword(
  services: Services,
  { email, password }: { email: string; password: string },
  request: FastifyRequest,
): Promise<UserRow | undefined> {
  const { db, limits } = services
  const user = await findUserByEmail(db, email)
  const attempts = await limitedAttempts(services, normalizeEmail(email), user, networkOf(request.ip))
  for (const attempt of attempts) await limits.countAttempt(...attempt)

  const isRight = await verifyPassword(user?.password_hash, password)
  if (!isRight || user === undefined) {
    request.log.warn({ userId: user?.id }, 'sign-in refused')
    return undefined
  }
  for (const attempt of attempts) await limits.refundAttempt(...attempt)
  if (!needsRehash(user.password_hash)) return user
  // Where it was changed meanwhile, be it only in strength, it is looked at again.
  return (await rehashPassword(services, user, password)) ?? findUserByPassword(services, { email, password }, request)
}

async function rehashPassword({ db, now }: Services, user: UserRow, password: string) {
  const password_hash = await hashPassword(password)
  return transact(db, async (db) => {
    const proven = await lockAuthenticatedUser(db, user)
    return proven && updateUser(db, proven.id, { password_hash }, now())
  })
}

/** What proves whose an account is. */
const CREDENTIAL_COLUMNS = ['email', 'password_hash', 'google_subject'] as const

/**
 * A proof takes its time, and counts only if what it rests on is still so when something is made of it. From here on
 * it stays so until the transaction ends.
 */
export async function lockAuthenticatedUser(db: Db, proven: UserRow): Promise<UserRow | undefined> {
  const user = await lockUser(db, proven.id)
  return CREDENTIAL_COLUMNS.every((column) => user?.[column] === proven[column]) ? user : undefined
}

/** A transaction of somebody who is signed in and has proven to be the user. */
export function withAuthenticatedUser<T>(
  db: Db,
  proven: UserRow,
  work: (db: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  return withUserLock(db, proven.id, async (db) => {
    const user = await lockAuthenticatedUser(db, proven)
    if (user === undefined) throw new Refusal('conflict', 'conflict')
    return work(db, user)
  })
}

async function limitedAttempts({ db, now }: Services, account: string, user: UserRow | undefined, network: string) {
  const attempts: Attempt[] = [
    ['login-address', network],
    ['login', `${account} ${network}`],
  ]
  // Whoever floods an account from everywhere must not lock out its owner, who is signed in on this network.
  const isHome = await hasSessionOnNetwork(db, user?.id ?? '', network, now())
  return isHome ? attempts : [...attempts, ['login-account', account] satisfies Attempt]
}

interface PasswordInput {
  password: string | undefined
  /** Where the password was typed. */
  field: string
}

/** An open session is not enough for what cannot be undone: the password too, or a sign-in of a moment ago. */
export async function reauthenticate(
  { limits, now }: Services,
  session: Session,
  user: UserRow,
  { password, field }: PasswordInput,
) {
  if (user.password_hash === null) {
    if (session.startedAt < now() - MAX_FRESH_SIGN_IN_AGE_MS) throw new Refusal('invalid', 'signInAgain')
    return
  }
  if (password === undefined) throw refuseField(field, 'required')
  await limits.countAttempt('login', user.id)
  if (!(await verifyPassword(user.password_hash, password))) throw refuseField(field, 'wrongPassword')
  await limits.refundAttempt('login', user.id)
}
