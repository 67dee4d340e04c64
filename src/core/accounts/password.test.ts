import { expect, test } from 'vitest'
import { isEasyToGuess, isStrongPassword } from './password.ts'

// prettier-ignore
test.each([
  ['Abcdef1!',  true],
  ['Abc def1',  true],
  ['Ñandú 12',  true],
  ['Şifre-123', true],
  ['Abcdef1',   false],
  ['Abcde1!',   false],
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
  ['!!Password1',      true],
  ['Pass-word-1',      false],
  ['P4ssword1!',       true],
  ['L3titbe1!',        true],
  ['Let1tbe!',         true],
  ['Let!tbe1',         true],
  ['Pa5sword1!',       true],
  ['Pas$word1',        true],
  ['Le7itbe1!',        true],
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
  const common = new Set(['password', '1qaz@wsx', 'letitbe'])
  expect(isEasyToGuess(password, common, ['Ann Smith', 'ann.smith@example.org'])).toBe(verdict)
})

// prettier-ignore
test.each([
  ['Annabel-12', ['Ann Annabel'], true],
  ['Annann1!',   ['Ann'],         true],
  ['Jolijoli1!', ['Jo Li'],       false],
  ['Jolijoli1!', ['Joli'],        true],
])('S2 "%s" is made of the words of %j: %s', (password, ownWords, verdict) => {
  expect(isEasyToGuess(password, new Set(), ownWords)).toBe(verdict)
})
