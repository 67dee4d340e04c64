import { expect, test } from 'vitest'
import type { RunExtent } from './run-extents.ts'
import { byEndDescending, countAffectedRuns, changeScopeOf } from './affected-runs.ts'
import { at, eventAt, R, startAt } from './testing/deliver-commands.ts'

const run = (startedAt: number, endedAt: number, countsFrom = startedAt): RunExtent => ({
  startedAt,
  countsFrom,
  endedAt,
})

// prettier-ignore
test.each<[why: string, from: number, ended: RunExtent[], count: number]>([
  ['no run if there is none',                        9, [],                                        0],
  ['no run that ended before',                       9, [run(1, 8)],                               0],
  ['no run that only touches it',                    9, [run(1, 9)],                               0],
  ['a run that overlaps it',                         8, [run(1, 9)],                               1],
  ['a run without length that began then',           9, [run(9, 9)],                               1],
  ['a run that began later',                         9, [run(10, 11)],                             1],
  ['the runs that affected runs overlap',            8, [run(5, 9), run(3, 6), run(1, 4)],         3],
  ['no runs that affected runs only touch',          8, [run(5, 9), run(3, 5), run(1, 3)],         1],
  ['runs back to the start of a continued entry',    8, [run(6, 9, 2), run(3, 5), run(0, 2)],      2],
  ['an older run that lasts longer than others',     8, [run(2, 9), run(5, 7), run(3, 4), run(0, 1)], 3],
  ['a run without length and the one that it touches', 9, [run(9, 9, 3), run(1, 9)],                 2],
])('I9 a change affects %s', (_why, from, ended, count) => {
  expect(countAffectedRuns(ended.toReversed().toSorted(byEndDescending), from)).toBe(count)
})

const CONTINUES = { entryId: 'e', startedAt: at(-30) }
// prettier-ignore
test.each<[string, Parameters<typeof changeScopeOf>[0], ReturnType<typeof changeScopeOf>]>([
  ['a command in a run: that run',           eventAt(3, 'pause'),                        { runId: R, from: at(9) }],
  ['a start: all time from then on',         startAt(3),                               { runId: R, from: at(3), entryId: undefined }],
  ['a start in the future: from now on',     startAt(10),                              { runId: R, from: at(9), entryId: undefined }],
  ['a start that continues an entry: from its start', startAt(3, R, { continues: CONTINUES }),  { runId: R, from: at(-30), entryId: 'e' }],
])('I9 the scope of %s', (_what, event, scope) => {
  expect(changeScopeOf(event, at(9))).toEqual(scope)
})
