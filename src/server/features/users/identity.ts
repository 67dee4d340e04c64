import type { FastifyRequest } from 'fastify'
import { Refusal, refuseField } from '#server/errors.ts'
import { networkOf, type RateLimits } from '#server/http/rate-limits.ts'
import type { Services, Session } from '#server/http/serve.ts'
import { hashPassword, isOutdated, isPasswordOf } from './passwords.ts'
import { findUserByEmail, toKey, updateUser, type UserRow } from './queries.ts'
import { isAtHome } from './sessions.ts'

/** How fresh a sign-in must be to stand in for the password of somebody who has none. */
const FRESH_MS = 10 * 60_000

type Attempt = Parameters<RateLimits['take']>

/** The user with this address and password. A wrong one counts against account and network, a right one does not. */
export async function findByPassword(
  services: Services,
  { email, password }: { email: string; password: string },
  request: FastifyRequest,
): Promise<UserRow | undefined> {
  const { db, now, limits } = services
  const user = await findUserByEmail(db, email)
  const attempts = await attemptsAt(services, toKey(email), user, networkOf(request.ip))
  for (const attempt of attempts) await limits.take(...attempt)

  const isRight = await isPasswordOf(user?.password_hash, password)
  if (!isRight || user === undefined) {
    request.log.warn({ userId: user?.id }, 'sign-in refused')
    return undefined
  }
  for (const attempt of attempts) await limits.giveBack(...attempt)
  if (isOutdated(user.password_hash))
    await updateUser(db, user.id, { password_hash: await hashPassword(password) }, now())
  return user
}

async function attemptsAt({ db, now }: Services, account: string, user: UserRow | undefined, network: string) {
  const attempts: Attempt[] = [
    ['login-address', network],
    ['login', `${account} ${network}`],
  ]
  // Whoever floods an account from everywhere must not lock out its owner, who is signed in on this network.
  const isHome = await isAtHome(db, user?.id ?? '', network, now())
  return isHome ? attempts : [...attempts, ['login-account', account] satisfies Attempt]
}

interface Proof {
  password: string | undefined
  /** Where the password was typed. */
  field: string
}

/** An open session is not enough for what cannot be undone: the password too, or a sign-in of a moment ago. */
export async function confirmIdentity(
  { limits, now }: Services,
  session: Session,
  user: UserRow,
  { password, field }: Proof,
) {
  if (user.password_hash === null) {
    if (session.startedAt < now() - FRESH_MS) throw new Refusal('invalid', 'signInAgain')
    return
  }
  if (password === undefined) throw refuseField(field, 'required')
  await limits.take('login', user.id)
  if (!(await isPasswordOf(user.password_hash, password))) throw refuseField(field, 'wrongPassword')
  await limits.giveBack('login', user.id)
}
