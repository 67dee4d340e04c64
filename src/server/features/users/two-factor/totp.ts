import { createHmac, timingSafeEqual } from 'node:crypto'

/** The values that every authenticator app knows (RFC 6238, Key URI Format). */
const STEP_MS = 30_000
const DIGITS = 6
/** Codes of the step before and after count too, because clocks of phones differ. */
const TOLERANCE_STEPS = 1

/** The code of a time step: RFC 4226, section 5.3. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 0xf
  const code = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(code).padStart(digits, '0')
}

/** The time step whose code this is. Undefined if it is wrong, or not newer than `lastStep`, so that none counts twice. */
export function findTotpStep(secret: Buffer, code: string, now: number, lastStep: number) {
  const current = Math.floor(now / STEP_MS)
  const given = Buffer.from(code)
  for (let step = current - TOLERANCE_STEPS; step <= current + TOLERANCE_STEPS; step += 1) {
    const expected = Buffer.from(totpCode(secret, step))
    if (step > lastStep && given.length === expected.length && timingSafeEqual(given, expected)) return step
  }
  return undefined
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code for authenticator apps contains. */
export function totpUri(secret: string, email: string, site: string) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}`
}
