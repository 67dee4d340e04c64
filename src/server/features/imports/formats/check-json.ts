import { UnreadableFile } from './unreadable-file.ts'

/** Enough for 300,000 entries. More values would take more memory than their text, many times. */
const MAX_VALUES = 6_000_000
const MAX_DEPTH = 200

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125]

/** Refuses JSON whose parsed values would take too much memory. It only looks at the marks between them. */
export function checkJsonSize(text: string) {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = findEndOfText(text, at)
    else if (code === COMMA) values += 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      values += 1
      depth += 1
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    if (values > MAX_VALUES || depth > MAX_DEPTH) throw new UnreadableFile('importTooComplex')
  }
}

function findEndOfText(text: string, from: number) {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return text.length
}
