/** The number of rows that a check has read, and the number of wrong ones. */
export interface CheckResult {
  what: string
  checked: number
  wrong: number
  /** Descriptions of the first wrong rows. */
  examples: string[]
  /** A sentence that says what to do, if the check has failed. */
  remedy?: string
}

const MAX_EXAMPLES = 3

/** Counts the rows of a check one by one. */
export function createCheckResult(what: string) {
  const result: CheckResult = { what, checked: 0, wrong: 0, examples: [] }
  return {
    result,
    record(isRight: boolean, describe: () => string) {
      result.checked += 1
      if (isRight) return
      result.wrong += 1
      if (result.examples.length < MAX_EXAMPLES) result.examples.push(describe())
    },
  }
}
