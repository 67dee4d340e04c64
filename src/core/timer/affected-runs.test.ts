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
  ['nothing',                                        9, [],                                        0],
  ['one that is over',                               9, [run(1, 8)],                               0],
  ['one that it touches',                            9, [run(1, 9)],                               0],
  ['one that it overlaps',                           8, [run(1, 9)],                               1],
  ['one that began then, and had no length',         9, [run(9, 9)],                               1],
  ['one that began later',                           9, [run(10, 11)],                             1],
  ['what these overlap, too',                        8, [run(5, 9), run(3, 6), run(1, 4)],         3],
  ['what these touch, no more',                      8, [run(5, 9), run(3, 5), run(1, 3)],         1],
  ['back to the entry that one continues',           8, [run(6, 9, 2), run(3, 5), run(0, 2)],      2],
  ['an older one that lasts longer than others',     8, [run(2, 9), run(5, 7), run(3, 4), run(0, 1)], 3],
  ['one without length before what touches it',      9, [run(9, 9, 3), run(1, 9)],                 2],
])('I9 a change reaches %s', (_why, from, ended, count) => {
  expect(countAffectedRuns(ended.toReversed().toSorted(byEndDescending), from)).toBe(count)
})

const CONTINUES = { entryId: 'e', startedAt: at(-30) }
// prettier-ignore
test.each<[string, Parameters<typeof changeScopeOf>[0], ReturnType<typeof changeScopeOf>]>([
  ['a press its own run',                    eventAt(3, 'pause'),                        { runId: R, from: at(9) }],
  ['a start what runs then',                 startAt(3),                               { runId: R, from: at(3), entryId: undefined }],
  ['a start of the future what runs now',    startAt(10),                              { runId: R, from: at(9), entryId: undefined }],
  ['a start on an entry all since then',     startAt(3, R, { continues: CONTINUES }),  { runId: R, from: at(-30), entryId: 'e' }],
])('I9 %s can change', (_what, event, reach) => {
  expect(changeScopeOf(event, at(9))).toEqual(reach)
})
