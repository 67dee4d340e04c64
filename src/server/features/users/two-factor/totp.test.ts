import { expect, test } from 'vitest'
import { findTotpStep, toBase32, totpCode, totpUri } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

// RFC 6238, appendix B.
// prettier-ignore
test.each([
  [59,             '94287082'],
  [1_111_111_109,  '07081804'],
  [1_111_111_111,  '14050471'],
  [1_234_567_890,  '89005924'],
  [2_000_000_000,  '69279037'],
  [20_000_000_000, '65353130'],
])('A70 the code at %i s is that of RFC 6238: %s', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30), 8)).toBe(code)
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code.slice(2))
})

// RFC 4226, appendix D.
test('A70 the first codes are those of RFC 4226', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  expect(codes.map((_, step) => totpCode(SECRET, step))).toEqual(codes)
})

const NOW = 1_111_111_111_000
const STEP = Math.floor(NOW / 30_000)

// prettier-ignore
test.each([
  ['the present step',              0,  0,    true],
  ['the step before',               -1, 0,    true],
  ['the step after',                1,  0,    true],
  ['two steps before',              -2, 0,    false],
  ['two steps after',               2,  0,    false],
  ['a step that was used',          0,  STEP, false],
  ['a step before one that was used', -1, STEP, false],
  ['the step after one that was used', 1, STEP, true],
])('A70 the code of %s counts or not', (_what, offset, lastStep, isRight) => {
  const found = findTotpStep(SECRET, totpCode(SECRET, STEP + offset), NOW, lastStep)
  expect(found).toBe(isRight ? STEP + offset : undefined)
})

test.each(['', '1', '12345', '1234567', 'abcdef', '０５０４７１'])('A70 "%s" is no code', (code) => {
  expect(findTotpStep(SECRET, code, NOW, 0)).toBeUndefined()
})

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('A70 "%s" in base32 is "%s"', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

test('A70 the QR code names the site and the account', () => {
  expect(totpUri('MZXW6', 'ann+1@example.org', 'time.example.org')).toBe(
    'otpauth://totp/time.example.org:ann%2B1%40example.org?secret=MZXW6&issuer=time.example.org',
  )
})
