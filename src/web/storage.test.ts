import { expect, test } from 'vitest'
import { readStoredObject, writeStored } from './storage.ts'

test.each([
  ['{"clock":"12h"}', { clock: '12h' }],
  ['null', {}],
  ['"text"', {}],
  ['7', {}],
  ['{"clock":', {}],
  ['', {}],
])('S11 the stored text %s is read as an object', (text, expected) => {
  writeStored('formats', text)
  expect(readStoredObject('formats')).toEqual(expected)
})

test('S11 an object that was never stored has no fields', () => {
  expect(readStoredObject('signals')).toEqual({})
})
