/** Each prepared statement takes memory as long as its connection lasts. */
export const MAX_CACHED_STATEMENTS = 500
/** Statements with more parameters contain lists: each length would be a statement of its own. */
const MAX_PARAMETERS = 30
/** Longer statements contain lists in their text, which are not cached for the same reason. */
const MAX_TEXT_LENGTH = 4_000

export const isCacheable = (text: string, parameterCount: number) =>
  parameterCount <= MAX_PARAMETERS && text.length <= MAX_TEXT_LENGTH
