/** How many statements are kept ready. Each takes its memory for as long as its connection lasts. */
export const MAX_CACHED_STATEMENTS = 500
/** Lists of any length would be a statement each. */
const MAX_PARAMETERS = 30
/** The same of lists that are written out. */
const MAX_TEXT_LENGTH = 4_000

export const isCacheable = (text: string, parameterCount: number) =>
  parameterCount <= MAX_PARAMETERS && text.length <= MAX_TEXT_LENGTH
