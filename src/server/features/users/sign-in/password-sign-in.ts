import type { SignInWays } from '#contract/accounts/openid.ts'
import { Refusal } from '#server/errors.ts'

/** Throws where the operator lets only providers sign users in. */
export function requirePasswordSignIn({ password }: Pick<SignInWays, 'password'>) {
  if (!password) throw new Refusal('invalid', 'passwordSignInOff')
}
