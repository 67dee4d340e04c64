/** A UUID version 7. It sorts by time, so that rows created together are stored together. `random` needs ten bytes. */
export function uuidV7(at: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(at / 256 ** (5 - index)) % 256
  bytes.set(random.subarray(0, 10), 6)
  return format(7, bytes)
}

/** A UUID version 8 from the first sixteen bytes of a hash, so that equal content gets the same id. */
export const uuidV8 = (hash: Uint8Array) => format(8, new Uint8Array(hash.subarray(0, 16)))

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** The bytes that have a dash before them. */
const GROUPS = new Set([4, 6, 8, 10])

function format(version: number, bytes: Uint8Array) {
  bytes[6] = (version << 4) | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  let text = ''
  for (let index = 0; index < 16; index++) text += GROUPS.has(index) ? `-${HEX[bytes[index]!]}` : HEX[bytes[index]!]
  return text
}
