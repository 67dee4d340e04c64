import { Refusal } from '#server/errors.ts'
import type { UserRow } from '#server/features/users/queries.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Services } from '#server/http/serve.ts'
import { isKnownNetwork } from './known-networks.ts'

type Attempt = Parameters<RateLimits['countAttempt']>

interface SignIn {
  account: string
  network: string
  /** The user with the address, if there is one. */
  user: UserRow | undefined
}

export interface CountedSignIn {
  /** The attempts to refund if the password is right. Undefined: the password must not be checked. */
  counted: Attempt[] | undefined
  /** The reply to a wrong password from a network with too many of them. */
  crowded: Refusal | undefined
}

/**
 * Counts a sign-in before its password is checked, and throws if the account has had too many wrong ones. Beyond the
 * limit of the network, which others may have used up, right passwords are still accepted (docs/decisions/0006).
 */
export async function countSignIn(services: Services, { account, network, user }: SignIn): Promise<CountedSignIn> {
  const { db, limits, now } = services
  // An attacker elsewhere must not lock out the owner on a network that the account knows.
  const isKnown = await isKnownNetwork(db, user?.id ?? '', network, now())
  const own: Attempt[] = [['login', `${account} ${network}`]]
  if (!isKnown) own.push(['login-account', account])

  const crowded = await limits.findRefusal('login-address', network)
  if (crowded !== undefined) {
    const attempts: Attempt[] = isKnown ? own : [...own, ['login-spread', network]]
    // Addresses without an account are not counted, so that a list of them uses nothing up.
    return { counted: user?.password_hash ? await countAll(limits, attempts) : undefined, crowded }
  }
  for (const attempt of own) await limits.countAttempt(...attempt)
  const late = await limits.tryCount('login-address', network)
  return { counted: late ? own : [...own, ['login-address', network]], crowded: late }
}

/** Undefined if one of them is beyond its limit. */
async function countAll(limits: RateLimits, attempts: Attempt[]) {
  for (const attempt of attempts) if (await limits.tryCount(...attempt)) return undefined
  return attempts
}

export async function refundSignIn({ limits }: Services, counted: CountedSignIn['counted'] = []) {
  for (const attempt of counted) await limits.refundAttempt(...attempt)
}

/** The passwords of one account that are checked at the same time. More would keep other users waiting. */
const MAX_CONCURRENT_CHECKS = 10

export function createAccountSlots() {
  const checks = new Map<string, number>()

  return async function withAccountSlot<T>(account: string, check: () => Promise<T>): Promise<T> {
    const running = checks.get(account) ?? 0
    if (running >= MAX_CONCURRENT_CHECKS) throw new Refusal('unavailable', 'unavailable', undefined, 1)
    checks.set(account, running + 1)
    try {
      return await check()
    } finally {
      const left = (checks.get(account) ?? 1) - 1
      if (left === 0) checks.delete(account)
      else checks.set(account, left)
    }
  }
}

/** The services of routes that check passwords at a sign-in. */
export interface SignInServices extends Services {
  withAccountSlot: ReturnType<typeof createAccountSlots>
}
