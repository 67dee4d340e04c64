import { expect, test } from 'vitest'
import { removeUserStored } from '#web/storage.ts'
import { currentPreferences, setPreferences } from './preferences.ts'

const USUAL = { notifications: 'unasked', workSound: 'bell', breakSound: 'chime', volume: 50, staysAwake: false }

/** As another tab would, or another program. */
function write(text: string) {
  localStorage.setItem('signals', text)
  dispatchEvent(new StorageEvent('storage', { key: 'signals' }))
}

// prettier-ignore
test.each([
  ['nothing that can be read',  'no JSON',                                                       {}],
  ['no object',                 'null',                                                          {}],
  ['values that cannot be',     '{"workSound":"drum","volume":101,"staysAwake":"yes","notifications":1}', {}],
  ['names that nobody knows',   '{"colour":"red"}',                                              {}],
  ['some of them',              '{"volume":0,"breakSound":"none","workSound":4}',                { volume: 0, breakSound: 'none' }],
])('G7 %s in local storage', (_what, text, kept) => {
  write(text)
  expect(currentPreferences()).toEqual({ ...USUAL, ...kept })
})

test('G7 what is chosen stays with the device, whoever uses it', () => {
  write('{}')
  setPreferences({ workSound: 'wood', notifications: 'off' })
  removeUserStored()
  dispatchEvent(new StorageEvent('storage', { key: 'signals' }))
  expect(currentPreferences()).toEqual({ ...USUAL, workSound: 'wood', notifications: 'off' })
})
