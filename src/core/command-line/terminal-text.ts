/** Control characters could move the cursor or hide text, and directional ones reorder the line. */
const UNSAFE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A text of a user as one line for a terminal, which must not obey anything in it. */
export const toTerminalText = (text: string) => text.replaceAll(UNSAFE, ' ')

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const widthOfGrapheme = (grapheme: string) => (INVISIBLE.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1)

const graphemesOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** The number of columns that a text takes in a terminal. */
export const widthOf = (text: string) =>
  graphemesOf(text).reduce((width, grapheme) => width + widthOfGrapheme(grapheme), 0)

/** The text in at most so many columns; an ellipsis shows that it goes on. */
export function shorten(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let [shortened, width] = ['', 1]
  for (const grapheme of graphemesOf(text)) {
    width += widthOfGrapheme(grapheme)
    if (width > columns) break
    shortened += grapheme
  }
  return columns < 1 ? '' : `${shortened.trimEnd()}…`
}

/** The text in exactly so many columns. */
export function fit(text: string, columns: number, align: 'start' | 'end' = 'start'): string {
  const shortened = shorten(text, columns)
  const space = ' '.repeat(Math.max(0, columns - widthOf(shortened)))
  return align === 'start' ? shortened + space : space + shortened
}
