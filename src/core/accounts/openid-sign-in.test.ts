import { expect, test } from 'vitest'
import { GOOGLE_ISSUER, isInGroup, provesEmail, resolveOpenidSignIn } from './openid-sign-in.ts'

const ann = { email: 'ann@example.org', isEmailVerified: true }
const account = { isVerified: true, hasOtherIdentity: false, hasSecondFactor: false }

// prettier-ignore
test.each([
  ['without an address',                                     { ...ann, email: undefined },        undefined,                              'no-email'],
  ['whose address has no account',                           ann,                                 undefined,                              'create'],
  ['whose unverified address has no account',                { ...ann, isEmailVerified: false },  undefined,                              'create'],
  ['whose address has an account',                           ann,                                 account,                                'link'],
  ['whose unverified address has an account',                { ...ann, isEmailVerified: false },  account,                                'sign-in-first'],
  ['whose address has an account that never proved it',      ann,                                 { ...account, isVerified: false },      'take-over'],
  ['of which neither side has verified the address',         { ...ann, isEmailVerified: false },  { ...account, isVerified: false },      'sign-in-first'],
  ['whose address had another person at the provider',       ann,                                 { ...account, hasOtherIdentity: true }, 'sign-in-first'],
  ['of another person, whose account is unverified',         ann,  { ...account, isVerified: false, hasOtherIdentity: true },             'sign-in-first'],
  ['whose address has an account with a second factor',      ann,                                 { ...account, hasSecondFactor: true },  'sign-in-first'],
  ['of the owner, whose account got a factor from another',  ann,  { ...account, isVerified: false, hasSecondFactor: true },              'take-over'],
])('S50 an identity %s', (_what, identity, existing, decision) => {
  expect(resolveOpenidSignIn(identity, existing)).toBe(decision)
})

const WORK = 'https://id.example.org'

// prettier-ignore
test.each<[string, string, unknown, unknown, boolean]>([
  [WORK,          'ann@example.org', true,      undefined,     true],
  [WORK,          'ann@example.org', false,     undefined,     false],
  [WORK,          'ann@example.org', undefined, 'example.org', false],
  [WORK,          'ann@example.org', 'true',    undefined,     false],
  [GOOGLE_ISSUER, 'ann@gmail.com',   true,      undefined,     true],
  [GOOGLE_ISSUER, 'ann@gmail.com',   false,     undefined,     false],
  [GOOGLE_ISSUER, 'ann@example.org', true,      undefined,     false],
  [GOOGLE_ISSUER, 'ann@example.org', true,      'example.org', true],
])('S50 %s says of %s that verified is %j and the hosted domain %j', (issuer, email, isVerified, hostedDomain, isProof) => {
  expect(provesEmail({ issuer, email, isVerified, hostedDomain })).toBe(isProof)
})

// prettier-ignore
test.each<[object, string, boolean | undefined]>([
  [{ groups: ['staff', 'admins'] },                              'groups',               true],
  [{ groups: ['staff'] },                                        'groups',               false],
  [{ groups: [] },                                               'groups',               false],
  [{ groups: 'admins' },                                         'groups',               true],
  [{ groups: 'administrators, admins' },                         'groups',               false],
  [{ groups: ['Admins', ' admins', ['admins']] },                'groups',               false],
  [{},                                                           'groups',               undefined],
  [{ groups: null },                                             'groups',               undefined],
  [{ groups: { admins: true } },                                 'groups',               undefined],
  [{ realm_access: { roles: ['admins'] } },                      'realm_access.roles',   true],
  [{ 'realm_access.roles': [], realm_access: { roles: ['admins'] } }, 'realm_access.roles', false],
  [{ 'https://example.org/groups': ['admins'] },                 'https://example.org/groups', true],
  [{},                                                           '__proto__.length',     undefined],
  [{},                                                           'constructor',          undefined],
])('S52 %j by %s: %s', (claims, claim, isMember) => {
  expect(isInGroup({ ...claims }, claim, 'admins')).toBe(isMember)
})
