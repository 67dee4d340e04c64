import type { ImportProblem, ProblemKind } from '#contract/files/imports.ts'
import { groupBy } from '#core/group-by.ts'

export interface ProblemGroup {
  kind: ProblemKind
  isFatal: boolean
  problems: readonly ImportProblem[]
}

/** One group for each kind, rows that are left out first; within a group in the order of the file. */
export function groupProblems(problems: readonly ImportProblem[]): ProblemGroup[] {
  const groups = [...groupBy(problems, ({ kind }) => kind).values()].map((problems) => ({
    kind: problems[0]!.kind,
    isFatal: problems[0]!.isFatal,
    problems,
  }))
  return groups.toSorted((one, other) => Number(other.isFatal) - Number(one.isFatal))
}
