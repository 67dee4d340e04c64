/** The verified content of a Google ID token. */
export interface GoogleIdentity {
  subject: string
  email: string
  /** True if Google hosts the mailbox, so that Google proves who owns the address. */
  isAuthoritative: boolean
}

/** Whether Google hosts the mailbox: it says that addresses elsewhere are verified too, but not when that was. */
export const isGoogleMailbox = (email: string, hostedDomain: unknown) =>
  hostedDomain !== undefined || /@(gmail|googlemail)\.com$/i.test(email)

/** The existing account with the same email address. */
interface AccountWithSameEmail {
  googleSubject: string | null
  isVerified: boolean
}

/**
 * Decides how a Google identity that is linked to no account signs in. An attacker may have registered the victim's
 * address before: an unverified account is taken over, so that the attacker's password no longer works.
 */
export function resolveGoogleSignIn(identity: GoogleIdentity, existing: AccountWithSameEmail | undefined) {
  if (existing === undefined) return 'create'
  if (!identity.isAuthoritative) return 'ask-password'
  if (!existing.isVerified) return 'take-over'
  return existing.googleSubject === null ? 'link' : 'ask-password'
}
