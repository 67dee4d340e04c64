/** What Google says about somebody, checked. */
export interface GoogleIdentity {
  subject: string
  email: string
  /** Google runs the mailbox itself, so its word on whose it is counts. */
  isAuthoritative: boolean
}

/** The account that has the same address here. */
interface AccountWithSameEmail {
  googleSubject: string | null
  isVerified: boolean
}

/**
 * What to do with somebody whom no account knows by their Google identity, so that nobody who made an account in
 * their name before can still get in afterwards.
 */
export function resolveGoogleSignIn(identity: GoogleIdentity, namesake: AccountWithSameEmail | undefined) {
  if (namesake === undefined) return 'create'
  if (!identity.isAuthoritative) return 'ask-password'
  if (!namesake.isVerified) return 'take-over'
  return namesake.googleSubject === null ? 'link' : 'ask-password'
}
