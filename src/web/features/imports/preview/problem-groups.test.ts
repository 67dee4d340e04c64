import { expect, test } from 'vitest'
import type { ImportProblem } from '#contract/files/imports.ts'
import { groupProblems } from './problem-groups.ts'

const problem = (line: number, kind: ImportProblem['kind'], isFatal = true): ImportProblem => ({
  line,
  kind,
  isFatal,
  column: null,
  value: '',
})

test('problems are grouped by kind, rows that are left out before corrected ones', () => {
  const groups = groupProblems([problem(2, 'placed', false), problem(3, 'bad-date'), problem(5, 'placed', false)])
  expect(groups.map(({ kind, problems }) => [kind, problems.map(({ line }) => line)])).toEqual([
    ['bad-date', [3]],
    ['placed', [2, 5]],
  ])
})

test('without problems there are no groups', () => {
  expect(groupProblems([])).toEqual([])
})
