/** No line of a known format is as long, and regular expressions would be slow on it. */
const MAX_LINE_LENGTH = 10_000

export interface Line {
  /** Its number, from 1. */
  line: number
  text: string
}

/** The lines of a text that are not empty, one by one, because a large text may have millions of them. */
export function* linesOf(text: string): Generator<Line> {
  let line = 0
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    line += 1
    const length = text.charCodeAt(end - 1) === RETURN ? end - 1 - from : end - from
    if (length > 0) yield { line, text: text.slice(from, from + Math.min(length, MAX_LINE_LENGTH)) }
    from = end + 1
  }
}

const RETURN = 13
