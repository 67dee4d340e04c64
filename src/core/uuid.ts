/** A UUID version 7: sorts by time, so that neighbouring rows are neighbours on disk. `random` needs ten bytes. */
export function uuidV7(at: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(at / 256 ** (5 - index)) % 256
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
