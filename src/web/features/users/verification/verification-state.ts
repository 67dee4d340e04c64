import type { User } from '#contract/users.ts'

interface VerificationFacts {
  isVerified: boolean
  /** There as long as the link that was mailed last can be opened. */
  emailVerificationToken?: User['emailVerificationToken'] | undefined
}

export type VerificationState = 'not-verified' | 'pending' | 'verified'

/** How far an address is proven: by the profile at first, and by the server's later word once that is there. */
export function toVerificationState(
  profile: VerificationFacts,
  status: VerificationFacts | undefined,
): VerificationState {
  const { isVerified, emailVerificationToken } = profile.isVerified ? profile : (status ?? profile)
  if (isVerified) return 'verified'
  return emailVerificationToken ? 'pending' : 'not-verified'
}
