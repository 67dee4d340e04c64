import { expect, test } from 'vitest'
import { reconcilePreferences } from './preferences.ts'

type Arguments = Parameters<typeof reconcilePreferences>

const device = { preferredLanguage: 'en', theme: 'light', followsSystem: false, unsaved: {} } as const

// prettier-ignore
const cases: [what: string, stored: Arguments[0], device: Arguments[1], expected: ReturnType<typeof reconcilePreferences>][] = [
  ['an account without preferences takes those of the device', { preferredLanguage: null, theme: null },
    device, { save: { preferredLanguage: 'en', theme: 'light' }, apply: {} }],
  ['the device takes the preferences of the account', { preferredLanguage: 'tr', theme: 'dark' },
    device, { save: {}, apply: { preferredLanguage: 'tr', theme: 'dark' } }],
  ['equal preferences change nothing', { preferredLanguage: 'en', theme: 'light' },
    device, { save: {}, apply: {} }],
  ['language and theme are synchronized separately', { preferredLanguage: null, theme: 'dark' },
    device, { save: { preferredLanguage: 'en' }, apply: { theme: 'dark' } }],
  ['a device that follows the system theme keeps doing so', { preferredLanguage: 'es', theme: 'dark' },
    { ...device, followsSystem: true }, { save: {}, apply: { preferredLanguage: 'es' } }],
  ['a choice that was never saved is sent again', { preferredLanguage: 'es', theme: 'light' },
    { ...device, theme: 'dark', unsaved: { theme: 'dark' } }, { save: { theme: 'dark' }, apply: { preferredLanguage: 'es' } }],
]

test.each(cases)('W17 %s', (_, stored, device, expected) => {
  expect(reconcilePreferences(stored, device)).toEqual(expected)
})
