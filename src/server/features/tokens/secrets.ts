import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Scanners of code and logs find leaked tokens by the prefix, and are sure of them by the checksum. */
const PREFIX = 'ritmo_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_BYTES = 32
/** As many as the largest numbers of 32 bytes and of 32 bits have in base 62. */
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

export function createTokenSecret() {
  const random = toBase62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_LENGTH)
  return `${PREFIX}${random}${checksumOf(random)}`
}

/** Whether it may be an access token and no session: a glance at each request. */
export const looksLikeToken = (text: string) => text.startsWith(PREFIX)

/** The stored form of a token. Undefined if it was cut off or mistyped, so that no query looks for it. */
export function hashOfToken(secret: string) {
  if (!PATTERN.test(secret)) return undefined
  const random = secret.slice(PREFIX.length, -CHECKSUM_LENGTH)
  if (!secret.endsWith(checksumOf(random))) return undefined
  return createHash('sha256').update(secret).digest('base64url')
}

const checksumOf = (text: string) => toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH)

function toBase62(number: bigint, length: number) {
  let digits = ''
  for (let rest = number; rest > 0n; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits
  return digits.padStart(length, '0')
}
