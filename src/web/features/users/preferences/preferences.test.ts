import { expect, test } from 'vitest'
import { DEFAULT_FORMATS } from '#core/formats.ts'
import { reconcilePreferences } from './preferences.ts'

type Arguments = Parameters<typeof reconcilePreferences>

const formats = DEFAULT_FORMATS
const american = { ...formats, weekStart: 'sunday', clock: '12h', dateOrder: 'mdy' } as const
const autoStart = { breaks: true, work: true }
const device = {
  preferredLanguage: 'en',
  theme: 'light',
  formats,
  autoStart,
  followsSystem: false,
  unsaved: {},
} as const

// prettier-ignore
const cases: [what: string, stored: Arguments[0], device: Arguments[1], expected: ReturnType<typeof reconcilePreferences>][] = [
  ['an account without preferences takes those of the device', { preferredLanguage: null, theme: null, formats },
    device, { save: { preferredLanguage: 'en', theme: 'light' }, apply: {} }],
  ['the device takes the preferences of the account', { preferredLanguage: 'tr', theme: 'dark', formats },
    device, { save: {}, apply: { preferredLanguage: 'tr', theme: 'dark' } }],
  ['equal preferences change nothing', { preferredLanguage: 'en', theme: 'light', formats },
    device, { save: {}, apply: {} }],
  ['language and theme are synchronized separately', { preferredLanguage: null, theme: 'dark', formats },
    device, { save: { preferredLanguage: 'en' }, apply: { theme: 'dark' } }],
  ['a device that follows the system theme keeps doing so', { preferredLanguage: 'es', theme: 'dark', formats },
    { ...device, followsSystem: true }, { save: {}, apply: { preferredLanguage: 'es' } }],
  ['a choice that was never saved is sent again', { preferredLanguage: 'es', theme: 'light', formats },
    { ...device, theme: 'dark', unsaved: { theme: 'dark' } }, { save: { theme: 'dark' }, apply: { preferredLanguage: 'es' } }],
  ['the device takes the formats of the account', { preferredLanguage: 'en', theme: 'light', formats: american },
    device, { save: {}, apply: { formats: american } }],
  ['an account without formats has the usual ones', { preferredLanguage: 'en', theme: 'light', formats: null },
    { ...device, formats: american }, { save: {}, apply: { formats } }],
  ['formats that were never saved are sent again', { preferredLanguage: 'en', theme: 'light', formats },
    { ...device, formats: american, unsaved: { formats: american } }, { save: { formats: american }, apply: {} }],
  ['the device takes the phases that wait', { preferredLanguage: 'en', theme: 'light', formats, autoStart: { breaks: true, work: false } },
    device, { save: {}, apply: { autoStart: { breaks: true, work: false } } }],
  ['an account that has chosen none lets no phase wait', { preferredLanguage: 'en', theme: 'light', formats },
    { ...device, autoStart: { breaks: false, work: false } }, { save: {}, apply: { autoStart } }],
  ['a choice of phases that was never saved is sent again', { preferredLanguage: 'en', theme: 'light', formats },
    { ...device, autoStart: { breaks: false, work: true }, unsaved: { autoStart: { breaks: false, work: true } } },
    { save: { autoStart: { breaks: false, work: true } }, apply: {} }],
]

test.each(cases)('W17 %s', (_, stored, device, expected) => {
  expect(reconcilePreferences(stored, device)).toEqual(expected)
})
