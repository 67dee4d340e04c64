/** Each prepared statement takes memory as long as its connection lasts. */
export const MAX_CACHED_STATEMENTS = 500
/** Statements with more parameters contain lists: each length would be a statement of its own. */
const MAX_PARAMETERS = 30
/** The same holds for lists that are part of the text. */
const MAX_TEXT_LENGTH = 4_000

export const isCacheable = (text: string, parameterCount: number) =>
  parameterCount <= MAX_PARAMETERS && text.length <= MAX_TEXT_LENGTH
