const MAX_LINE_BYTES = 75

/** A text value (RFC 5545, 3.3.11). Line breaks of any kind become `\n`; other control characters are left out. */
export const escapeText = (text: string) =>
  text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/(?!\t)\p{Cc}/gu, '')

/** An instant in UTC: `20260302T090000Z`. */
export const formatInstant = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A content line, folded so that no part is longer than 75 bytes and no character is cut. */
export function foldLine(line: string): string {
  if (line.length * 3 <= MAX_LINE_BYTES) return `${line}\r\n`
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = byteLengthOf(character)
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return `${folded}\r\n`
}

/** The length of a character in UTF-8. */
function byteLengthOf(character: string) {
  const code = character.codePointAt(0)!
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_00_00 ? 3 : 4
}
