import { expect, test } from 'vitest'
import { isEasyToGuess, isStrongPassword } from './password.ts'

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

// prettier-ignore
test.each([
  ['Password1!',       true],
  ['P@ssw0rd2026!',    true],
  ['!Password1',       true],
  ['1Qaz@wsx',         true],
  ['Ritmo2026!',       true],
  ['Smith-1984',       true],
  ['Annsmith+1',       true],
  ['Smith@example1',   true],
  ['Example#2026',     true],
  ['Correct horse 1',  false],
  ['Password river 1', false],
  ['Xk9$2847-33',      false],
  ['An1!an1!',         false],
])('S2 "%s" is easy to guess for Ann Smith: %s', (password, verdict) => {
  const common = new Set(['password', '1qaz@wsx', 'dragon'])
  expect(isEasyToGuess(password, common, ['Ann Smith', 'ann.smith@example.org'])).toBe(verdict)
})
