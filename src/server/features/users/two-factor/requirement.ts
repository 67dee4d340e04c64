import type { Config } from '#server/config.ts'
import type { UserRow } from '#server/features/users/queries.ts'

export type RequireTwoFactor = Config['requireTwoFactor']

/** Whether the operator asks this user for two-factor sign-in. */
export const isTwoFactorRequired = (user: Pick<UserRow, 'is_administrator'>, requireTwoFactor: RequireTwoFactor) =>
  requireTwoFactor === 'everyone' || (requireTwoFactor === 'administrators' && user.is_administrator === 1)
