export const REGISTRATION_MODES = ['open', 'invite', 'domains', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** Who may create an account. */
export interface RegistrationPolicy {
  mode: RegistrationMode
  /** Domains of email addresses in lower case, for the mode `domains`. */
  domains: readonly string[]
}

/** What is known of the invitation that somebody brings. */
export const INVITATION_STATES = ['missing', 'valid', 'unknown', 'expired', 'used-up'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

interface Applicant {
  email: string
  /** Whether the server has no user yet. */
  isFirst: boolean
  invitation: InvitationState
}

export type RegistrationRefusal =
  'closed' | 'domain' | 'invitation-missing' | 'invitation-unknown' | 'invitation-expired' | 'invitation-used-up'

/**
 * The answer to somebody who wants an account. `usesInvitation`: the invitation is used once more. `mustVerify`: the address
 * admits, so the account can do nothing until its user has proved to receive mail there.
 */
export type RegistrationDecision =
  { isAllowed: true; usesInvitation: boolean; mustVerify: boolean } | { isAllowed: false; reason: RegistrationRefusal }

const allow = (how: 'freely' | 'by-domain' | 'by-invitation') =>
  ({ isAllowed: true, usesInvitation: how === 'by-invitation', mustVerify: how === 'by-domain' }) as const
const refuse = (reason: RegistrationRefusal) => ({ isAllowed: false, reason }) as const

/**
 * Decides whether somebody may create an account, by whichever way to sign in. The first user always may. An invitation
 * also admits addresses of other domains; while registration is closed, it admits nobody.
 */
export function mayRegister(
  { mode, domains }: RegistrationPolicy,
  { email, isFirst, invitation }: Applicant,
): RegistrationDecision {
  if (isFirst || mode === 'open') return allow('freely')
  if (mode === 'closed') return refuse('closed')
  if (mode === 'domains' && domains.includes(domainOf(email))) return allow('by-domain')
  if (invitation === 'valid') return allow('by-invitation')
  return refuse(mode === 'domains' && invitation === 'missing' ? 'domain' : `invitation-${invitation}`)
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** An invitation as it is stored. */
interface Invitation {
  expiresAt: number
  uses: number
  maxUses: number
}

/** Undefined: no stored invitation has the secret that somebody brings. */
export function invitationStateOf(invitation: Invitation | undefined, now: number): InvitationState {
  if (invitation === undefined) return 'unknown'
  if (invitation.uses >= invitation.maxUses) return 'used-up'
  return invitation.expiresAt <= now ? 'expired' : 'valid'
}
