/** What a check has looked at, and what it found wrong. */
export interface CheckResult {
  what: string
  looked: number
  wrong: number
  /** Where to look: the first of them. */
  examples: string[]
}

const MAX_EXAMPLES = 3

/** A finding that is gathered row by row. */
export function createCheckResult(what: string) {
  const result: CheckResult = { what, looked: 0, wrong: 0, examples: [] }
  return {
    finding: result,
    record(isRight: boolean, place: () => string) {
      result.looked += 1
      if (isRight) return
      result.wrong += 1
      if (result.examples.length < MAX_EXAMPLES) result.examples.push(place())
    },
  }
}
