import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INVITATION_STATES, invitationStateOf, mayRegister, REGISTRATION_MODES } from './registration.ts'

const DOMAINS = ['example.org', 'team.example.com']

const DECISIONS: Record<string, object> = {
  allowed: { isAllowed: true, usesInvitation: false, mustVerify: false },
  'allowed by domain': { isAllowed: true, usesInvitation: false, mustVerify: true },
  'allowed by invitation': { isAllowed: true, usesInvitation: true, mustVerify: false },
}

// prettier-ignore
test.each([
  // mode      address                    invitation   decision
  ['open',    'ann@example.net',         'missing',   'allowed'],
  ['open',    'ann@example.net',         'valid',     'allowed'],
  ['open',    'ann@example.net',         'expired',   'allowed'],
  ['invite',  'ann@example.org',         'missing',   'invitation-missing'],
  ['invite',  'ann@example.org',         'valid',     'allowed by invitation'],
  ['invite',  'ann@example.org',         'unknown',   'invitation-unknown'],
  ['invite',  'ann@example.org',         'expired',   'invitation-expired'],
  ['invite',  'ann@example.org',         'used-up',   'invitation-used-up'],
  ['domains', 'ann@example.org',         'missing',   'allowed by domain'],
  ['domains', 'ann@example.org',         'valid',     'allowed by domain'],
  ['domains', 'Ann@Example.ORG',         'missing',   'allowed by domain'],
  ['domains', 'ann@team.example.com',    'missing',   'allowed by domain'],
  ['domains', 'ann@sub.example.org',     'missing',   'domain'],
  ['domains', 'ann@notexample.org',      'missing',   'domain'],
  ['domains', 'ann@example.org.evil.com','missing',   'domain'],
  ['domains', '"a@example.org"@evil.com','missing',   'domain'],
  ['domains', 'ann@example.net',         'valid',     'allowed by invitation'],
  ['domains', 'ann@example.net',         'expired',   'invitation-expired'],
  ['closed',  'ann@example.org',         'missing',   'closed'],
  ['closed',  'ann@example.org',         'valid',     'closed'],
] as const)('A40 %s: %s with an invitation that is %s: %s', (mode, email, invitation, expected) => {
  const decision = mayRegister({ mode, domains: DOMAINS }, { email, isFirst: false, invitation })
  expect(decision).toEqual(DECISIONS[expected] ?? { isAllowed: false, reason: expected })
})

test('A40 the first user may always register, and uses up no invitation', () => {
  const applicants = fc.record({ email: fc.emailAddress(), invitation: fc.constantFrom(...INVITATION_STATES) })
  fc.assert(
    fc.property(fc.constantFrom(...REGISTRATION_MODES), applicants, (mode, applicant) => {
      const decision = mayRegister({ mode, domains: DOMAINS }, { ...applicant, isFirst: true })
      expect(decision).toEqual(DECISIONS['allowed'])
    }),
  )
})

test('A40 an invitation that is not valid never admits, and a valid one is used only where it is needed', () => {
  const applicants = fc.record({ email: fc.emailAddress(), invitation: fc.constantFrom(...INVITATION_STATES) })
  fc.assert(
    fc.property(fc.constantFrom(...REGISTRATION_MODES), applicants, (mode, applicant) => {
      const policy = { mode, domains: DOMAINS }
      const decision = mayRegister(policy, { ...applicant, isFirst: false })
      const without = mayRegister(policy, { ...applicant, isFirst: false, invitation: 'missing' })
      if (decision.isAllowed && decision.usesInvitation) expect(applicant.invitation).toBe('valid')
      expect(decision.isAllowed && decision.usesInvitation).toBe(decision.isAllowed && !without.isAllowed)
    }),
  )
})

// prettier-ignore
test.each([
  [undefined,                                 'unknown'],
  [{ expiresAt: 11, uses: 0, maxUses: 1 },    'valid'],
  [{ expiresAt: 11, uses: 4, maxUses: 5 },    'valid'],
  [{ expiresAt: 10, uses: 0, maxUses: 1 },    'expired'],
  [{ expiresAt: 11, uses: 1, maxUses: 1 },    'used-up'],
  [{ expiresAt: 10, uses: 5, maxUses: 5 },    'used-up'],
] as const)('A41 at 10, the invitation %j is %s', (invitation, state) => {
  expect(invitationStateOf(invitation, 10)).toBe(state)
})
