import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Id, messageKey, text, Time } from '../fields.ts'

/** What the security log of an account contains. */
export const SECURITY_EVENT_KINDS = [
  'new-device',
  'password-changed',
  'password-reset',
  'email-changing',
  'email-changed',
  'email-restored',
  'google-linked',
  'provider-linked',
  'provider-unlinked',
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'two-factor-reset',
  'token-made',
  'webhook-made',
  'archive-downloaded',
  'sessions-ended',
  'account-secured',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

const SecurityEvent = z.object({
  id: Id,
  kind: z.enum(SECURITY_EVENT_KINDS),
  at: Time,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** A whole IPv4 address or an IPv6 network. Null if an administrator did it. */
  address: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const securityEvents = {
  list: {
    method: 'GET',
    path: '/users/security-events',
    summary: 'What concerned the security of the account in the last 90 days, the latest first; 200 events at most',
    reply: z.array(SecurityEvent),
  },
  notMe: {
    method: 'POST',
    path: '/users/not-me',
    summary:
      'Secures the account with the token of the link in a security mail: signs out everywhere, cancels pending changes, removes the passkey or authenticator app that the mail is about, and mails a link to choose a new password',
    public: true,
    limitsItself: true,
    body: z.object({ token: text(200).check(z.minLength(1, messageKey('required'))) }),
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
