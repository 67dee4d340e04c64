import { expect, test } from 'vitest'
import { isGuessableSecret } from './secret-strength.ts'

// prettier-ignore
test.each([
  ['one letter',               'a'.repeat(64)],
  ['two letters',              'ab'.repeat(32)],
  ['eight letters, repeated',  'abcdefgh'.repeat(8)],
  ['a word, repeated',         'Correct-Horse-7-'.repeat(4)],
  ['hex digits, repeated',     '0123456789abcdef'.repeat(4)],
  ['half of it twice',         '7e0b5f0c9d1a4be28c6f3d5a9b1c2e4f'.repeat(2)],
  ['runs of letters',          'aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffgggggggghhhhhhhh'],
  ['the alphabet',             'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['the alphabet backwards',   'zyxwvutsrqponmlkjihgfedcbazyxwvuts'],
  ['doubled letters',          'aabbccddeeffgghhiijjkkllmmnnoopp'],
  ['an example of jwt.io',     'a-string-secret-at-least-256-bits-long'],
  ['an older one',             'your-256-bit-secret-your-256-bit-secret'],
  ['a placeholder',            'change-me-please-0123456789-abcdefgh'],
  ['a word of an example',     'super secret, nobody will ever guess it'],
  ['a row of the keyboard',    'qwertyuiopasdfghjklzxcvbnm1234567890'],
])('S19 %s is a guessable secret', (_what, secret) => {
  expect(isGuessableSecret(secret)).toBe(true)
})

const ALPHABETS = {
  digits: '0123456789',
  hex: '0123456789abcdef',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
}

/** Numbers from 0 to 1 that pass for random, the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test.each(Object.entries(ALPHABETS))('S19 random secrets of %s pass, of 32 to 64 characters', (_what, alphabet) => {
  const random = createRandom(2_026)
  for (let count = 0; count < 3_000; count += 1) {
    const length = [32, 43, 64][count % 3]!
    const secret = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
    expect(isGuessableSecret(secret), secret).toBe(false)
  }
})
