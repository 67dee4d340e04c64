import type { User } from '#contract/users.ts'

interface Verification {
  isVerified: boolean
  /** Set while the last emailed link is valid. */
  emailVerificationToken?: User['emailVerificationToken'] | undefined
}

export type VerificationState = 'not-verified' | 'pending' | 'verified'

/** A verified profile wins, otherwise the newer status from the server, if there is one. */
export function toVerificationState(profile: Verification, status: Verification | undefined): VerificationState {
  const { isVerified, emailVerificationToken } = profile.isVerified ? profile : (status ?? profile)
  if (isVerified) return 'verified'
  return emailVerificationToken ? 'pending' : 'not-verified'
}
