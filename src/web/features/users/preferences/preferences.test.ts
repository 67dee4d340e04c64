import { expect, test } from 'vitest'
import { reconcile } from './preferences.ts'

type Arguments = Parameters<typeof reconcile>

const device = { preferredLanguage: 'en', theme: 'light', followsSystem: false, unsaved: {} } as const

// prettier-ignore
const cases: [what: string, stored: Arguments[0], device: Arguments[1], agreement: ReturnType<typeof reconcile>][] = [
  ['an account that remembers nothing is told', { preferredLanguage: null, theme: null },
    device, { save: { preferredLanguage: 'en', theme: 'light' }, apply: {} }],
  ['what the account remembers is taken over', { preferredLanguage: 'tr', theme: 'dark' },
    device, { save: {}, apply: { preferredLanguage: 'tr', theme: 'dark' } }],
  ['what agrees is left alone', { preferredLanguage: 'en', theme: 'light' },
    device, { save: {}, apply: {} }],
  ['each is settled by itself', { preferredLanguage: null, theme: 'dark' },
    device, { save: { preferredLanguage: 'en' }, apply: { theme: 'dark' } }],
  ['a device that follows its system goes on doing so', { preferredLanguage: 'es', theme: 'dark' },
    { ...device, followsSystem: true }, { save: {}, apply: { preferredLanguage: 'es' } }],
  ['a choice the server never heard of is told it again', { preferredLanguage: 'es', theme: 'light' },
    { ...device, theme: 'dark', unsaved: { theme: 'dark' } }, { save: { theme: 'dark' }, apply: { preferredLanguage: 'es' } }],
]

test.each(cases)('W17 %s', (_, stored, device, agreement) => {
  expect(reconcile(stored, device)).toEqual(agreement)
})
