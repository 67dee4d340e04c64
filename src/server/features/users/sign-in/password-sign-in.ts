import type { SignInWays } from '#contract/accounts/openid.ts'
import { Refusal } from '#server/errors.ts'

/** Throws where the operator lets only providers sign users in. */
export function requirePasswordSignIn({ password }: SignInWays) {
  if (!password) throw new Refusal('invalid', 'passwordSignInOff')
}
