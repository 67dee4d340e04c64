import { expect, test } from 'vitest'
import { toVerificationState } from './verification-state.ts'

const link = { expiresAt: '2026-03-02T09:00:00Z' }

// prettier-ignore
test.each([
  // profile                                             status                                              state
  [{ isVerified: true,  emailVerificationToken: null }, undefined,                                           'verified'],
  [{ isVerified: false, emailVerificationToken: link }, undefined,                                           'pending'],
  [{ isVerified: false, emailVerificationToken: null }, undefined,                                           'not-verified'],
  [{ isVerified: false, emailVerificationToken: link }, { isVerified: true },                                'verified'],
  [{ isVerified: false, emailVerificationToken: link }, { isVerified: false },                               'not-verified'],
  [{ isVerified: false, emailVerificationToken: null }, { isVerified: false, emailVerificationToken: link }, 'pending'],
  [{ isVerified: true,  emailVerificationToken: null }, { isVerified: false },                               'verified'],
] as const)('W16 with the profile %j and the status %j an address is %s', (profile, status, state) => {
  expect(toVerificationState(profile, status)).toBe(state)
})
