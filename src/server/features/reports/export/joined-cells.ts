import type { Segment } from '#core/time/segments.ts'
import type { Clock } from './clock.ts'

/** A comma or semicolon would split a name; a lone dash or an opening bracket would be read as none or as a list. */
const NEEDS_QUOTES = /[,;"]|^\[|^-$/

/** The names of tags in one cell, quoted as in CSV where necessary: `"a, b", c`. */
export const joinTags = (names: readonly string[]) =>
  names.map((name) => (NEEDS_QUOTES.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** Segments in one cell, as intervals of ISO 8601. */
export const joinSegments = (segments: readonly Segment[], clock: Clock) =>
  segments.map(([start, end]) => `${clock.isoTime(start)}/${clock.isoTime(end)}`).join('; ')
