import { isGoogleMailbox } from './google-sign-in.ts'

/** What an OpenID provider says about the person who signed in there. */
export interface OpenidIdentity {
  email: string | undefined
  /** True if the provider says that the person reads mail at this address, or the operator says so of all addresses. */
  isEmailVerified: boolean
}

/** Accounts that signed in through `POST /users/google` have the same subject there. */
export const GOOGLE_ISSUER = 'https://accounts.google.com'

interface EmailClaims {
  issuer: string
  email: string
  isVerified: unknown
  hostedDomain: unknown
}

/** Whether an ID token proves that the person reads mail at the address. */
export const provesEmail = ({ issuer, email, isVerified, hostedDomain }: EmailClaims) =>
  isVerified === true && (issuer !== GOOGLE_ISSUER || isGoogleMailbox(email, hostedDomain))

/** The existing account with the same email address. */
interface AccountWithSameEmail {
  isVerified: boolean
  /** Whether another identity of the same provider is linked to it. */
  hasOtherIdentity: boolean
  hasSecondFactor: boolean
}

export type OpenidDecision = 'create' | 'link' | 'take-over' | 'no-email' | 'sign-in-first'

/**
 * Decides how an identity that is linked to no account signs in. An address opens an account only if the provider has
 * verified it. An attacker may have registered the address of somebody else before: an account that never proved its
 * address is taken over, so that the attacker's password no longer works. A provider may give the address of a person who
 * left to a new one: an account that already has an identity of the provider gets no second one. An address alone does not go around a second factor.
 */
export function resolveOpenidSignIn(
  { email, isEmailVerified }: OpenidIdentity,
  existing: AccountWithSameEmail | undefined,
): OpenidDecision {
  if (email === undefined) return 'no-email'
  if (existing === undefined) return 'create'
  if (!isEmailVerified || existing.hasOtherIdentity) return 'sign-in-first'
  if (!existing.isVerified) return 'take-over'
  return existing.hasSecondFactor ? 'sign-in-first' : 'link'
}

/**
 * Whether a list of groups names a group. The claim is found by its name, or by a path such as `realm_access.roles`.
 * Undefined if the provider says nothing about groups.
 */
export function isInGroup(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
  group: string,
): boolean | undefined {
  const groups = Object.hasOwn(claims, claim) ? claims[claim] : claim.split('.').reduce<unknown>(readOwn, claims)
  if (typeof groups === 'string') return groups === group
  return Array.isArray(groups) ? groups.includes(group) : undefined
}

const readOwn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
