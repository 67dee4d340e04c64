import { expect, test } from 'vitest'
import { isStrongPassword } from './password.ts'

// prettier-ignore
test.each([
  ['Abcdef1!',  true],
  ['Abc def1',  true],
  ['Ñandú 12',  true],
  ['Şifre-123', true],
  ['Abcdef1',   false],
  ['abcdef1!',  false],
  ['ABCDEFGH!', false],
  ['Abcdefg1',  false],
  ['Çabcdef1',  false],
  ['',          false],
])('A4 "%s" is a good password: %s', (password, verdict) => {
  expect(isStrongPassword(password)).toBe(verdict)
})
