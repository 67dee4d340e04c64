import * as z from 'zod/mini'
import {
  Credentials,
  PasswordChange,
  PasswordReset,
  Registration,
  ResetRequest,
  SecondFactorCode,
} from '#contract/users.ts'

const { email, password: currentPassword } = Credentials.shape
const confirmation = z.string()

/** A schema check that `confirmation` equals the password. The confirmation is not sent to the server. */
const matchesConfirmation = (name: string) =>
  z.refine<Record<string, string>>((values) => values[name] === values['confirmation'], { path: ['confirmation'] })

export { Credentials }
export { PasskeyName } from '#contract/security/two-factor.ts'
export { CurrentPassword, NoPassword } from '#web/resources/form/password-schemas.ts'
export const NewAccount = z
  .extend(z.pick(Registration, { name: true, email: true, password: true }), { confirmation })
  .check(matchesConfirmation('password'))
export const ForgottenPassword = z.pick(ResetRequest, { email: true })
export const NewPassword = z
  .extend(z.pick(PasswordReset, { password: true }), { confirmation })
  .check(matchesConfirmation('password'))
export const ChangedPassword = z.extend(PasswordChange, { confirmation }).check(matchesConfirmation('newPassword'))
export const NewEmail = z.object({ email, currentPassword })
export const NewEmailWithoutPassword = z.object({ email, currentPassword: z.literal('') })
export const ProfileName = z.pick(Registration, { name: true })
export const Code = z.object({ code: SecondFactorCode })
