import { expect, test } from 'vitest'
import { resolveGoogleSignIn } from './google-sign-in.ts'

// prettier-ignore
test.each([
  // Google hosts the mailbox, existing account                                decision
  [true,  undefined,                                                           'create'],
  [false, undefined,                                                           'create'],
  [true,  { isVerified: true,  googleSubject: null },                          'link'],
  [true,  { isVerified: true,  googleSubject: 'another' },                     'ask-password'],
  [true,  { isVerified: false, googleSubject: null },                          'take-over'],
  [true,  { isVerified: false, googleSubject: 'another' },                     'take-over'],
  [false, { isVerified: true,  googleSubject: null },                          'ask-password'],
  [false, { isVerified: false, googleSubject: null },                          'ask-password'],
] as const)('S20 Google is authoritative: %s, existing account %j: %s', (isAuthoritative, existing, decision) => {
  expect(resolveGoogleSignIn({ subject: 's', email: 'ann@example.org', isAuthoritative }, existing)).toBe(decision)
})
