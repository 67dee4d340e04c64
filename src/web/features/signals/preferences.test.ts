import { expect, test } from 'vitest'
import { removeUserStored } from '#web/storage.ts'
import { currentPreferences, setPreferences } from './preferences.ts'

const DEFAULTS = {
  notifications: 'unasked',
  notifiesOnlyUnfocused: false,
  workSound: 'bell',
  breakSound: 'chime',
  volume: 50,
  staysAwake: false,
}

/** Writes to local storage as another tab does. */
function write(text: string) {
  localStorage.setItem('signals', text)
  dispatchEvent(new StorageEvent('storage', { key: 'signals' }))
}

// prettier-ignore
test.each([
  ['text that is no JSON',      'no JSON',                                                       {}],
  ['no object',                 'null',                                                          {}],
  ['invalid values',            '{"workSound":"drum","volume":101,"staysAwake":"yes","notifications":1,"notifiesOnlyUnfocused":"no"}', {}],
  ['unknown names',             '{"colour":"red"}',                                              {}],
  ['a value of each switch',    '{"notifiesOnlyUnfocused":true,"notifications":"offered"}',      { notifiesOnlyUnfocused: true, notifications: 'offered' }],
  ['some valid values',         '{"volume":0,"breakSound":"none","workSound":4}',                { volume: 0, breakSound: 'none' }],
])('G7 %s in local storage', (_what, text, valid) => {
  write(text)
  expect(currentPreferences()).toEqual({ ...DEFAULTS, ...valid })
})

test('G7 the settings stay on the device after a sign-out', () => {
  write('{}')
  setPreferences({ workSound: 'wood', notifications: 'off' })
  removeUserStored()
  dispatchEvent(new StorageEvent('storage', { key: 'signals' }))
  expect(currentPreferences()).toEqual({ ...DEFAULTS, workSound: 'wood', notifications: 'off' })
})
