import type { TwoFactorState } from '#contract/security/two-factor.ts'
import type { User } from '#contract/users.ts'

/** Props of a setting about a second factor. */
export interface FactorSettingProps {
  user: User
  state: TwoFactorState
  /** With recovery codes, if there are new ones. */
  onChange: (codes?: readonly string[]) => Promise<void>
}
