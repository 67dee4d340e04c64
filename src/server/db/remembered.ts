/** How many statements are kept ready. Each takes its memory for as long as its connection lasts. */
export const REMEMBERED_STATEMENTS = 500
/** Lists of any length would be a statement each. */
const MOST_PARAMETERS = 30
/** The same of lists that are written out. */
const LONGEST_TEXT = 4_000

export const isWorthRemembering = (text: string, parameterCount: number) =>
  parameterCount <= MOST_PARAMETERS && text.length <= LONGEST_TEXT
