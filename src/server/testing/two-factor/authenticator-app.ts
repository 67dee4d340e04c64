import { totpCode } from '#server/features/users/two-factor/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The key that an authenticator app reads from a QR code (RFC 4648). */
export function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows at a time. */
export const codeAt = (key: string, now: number) =>
  totpCode(fromBase32(key.replaceAll(' ', '')), Math.floor(now / 30_000))
