/** What a check has looked at, and what it found wrong. */
export interface Finding {
  what: string
  looked: number
  wrong: number
  /** Where to look: the first of them. */
  examples: string[]
}

const EXAMPLES = 3

/** A finding that is gathered row by row. */
export function createFinding(what: string) {
  const finding: Finding = { what, looked: 0, wrong: 0, examples: [] }
  return {
    finding,
    look(isRight: boolean, place: () => string) {
      finding.looked += 1
      if (isRight) return
      finding.wrong += 1
      if (finding.examples.length < EXAMPLES) finding.examples.push(place())
    },
  }
}
