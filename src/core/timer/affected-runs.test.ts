import { expect, test } from 'vitest'
import {
  changeScopeOf,
  type ChangeWindow,
  commandWindowOf,
  extendWindow,
  isInWindow,
  latestWindowOf,
  toBoundary,
} from './affected-runs.ts'
import { focusSessionsAt } from './focus-sessions.ts'
import { EMPTY_HISTORY } from './history.ts'
import type { RunExtent } from './run-extents.ts'
import { at, deliverCommands, eventAt, R, R2, startAt } from './testing/deliver-commands.ts'

const run = (startedAt: number, endedAt: number | null, countsFrom = startedAt): RunExtent => ({
  startedAt,
  countsFrom,
  endedAt,
})

/** Extends the window until it affects no more runs. */
function findAffected(runs: RunExtent[], window: ChangeWindow): RunExtent[] {
  const affected = runs.filter((extent) => isInWindow(extent, window))
  const wider = extendWindow(window, affected)
  return wider.from === window.from && wider.to === window.to ? affected : findAffected(runs, wider)
}

// prettier-ignore
test.each<[why: string, from: number, to: number, runs: RunExtent[], count: number]>([
  ['no run if there is none',                          8, 9, [],                                                 0],
  ['no run that ended before',                         9, 10, [run(1, 8)],                                       0],
  ['no run that begins later',                         8, 9, [run(10, 11)],                                      0],
  ['no run that only touches it',                      8, 9, [run(1, 8), run(9, 10)],                            0],
  ['a run that overlaps its beginning',                8, 9, [run(1, 9)],                                        1],
  ['a run that overlaps its end',                      8, 9, [run(1, 3), run(5, 10, 8.5)],                       1],
  ['a run that still goes on',                         8, 9, [run(1, null)],                                     1],
  ['a run without length that began then',             8, 9, [run(8, 8)],                                        1],
  ['the runs that affected runs overlap',              8, 9, [run(5, 9), run(3, 6), run(1, 4)],                  3],
  ['the runs that affected runs overlap later',        1, 2, [run(1, 4), run(3, 6), run(5, 9)],                  3],
  ['no runs that affected runs only touch',            8, 9, [run(5, 9), run(3, 5), run(1, 3), run(9, 12)],      1],
  ['runs back to the start of a continued entry',      8, 9, [run(6, 9, 2), run(3, 5), run(0, 2)],               2],
  ['a later run that continues an entry of that time', 8, 9, [run(20, 21, 8), run(10, 12), run(21, 25)],         2],
  ['an older run that lasts longer than others',       8, 9, [run(2, 9), run(5, 7), run(3, 4), run(0, 1)],       3],
])('I9 a change affects %s', (_why, from, to, runs, count) => {
  expect(findAffected(runs, { from, to })).toHaveLength(count)
})

const CONTINUES = { entryId: 'e', startedAt: at(-30) }
// prettier-ignore
test.each<[string, Parameters<typeof changeScopeOf>[0]['event'], ReturnType<typeof changeScopeOf>]>([
  ['a command in a run: that run',        eventAt(3, 'pause'),                       { at: at(3), runId: R }],
  ['a command in the future: now',        eventAt(10, 'pause'),                      { at: at(9), runId: R }],
  ['a start: the time from then on',      startAt(3),                                { at: at(3), runId: R, start: { countsFrom: at(3), entryId: undefined, base: 'c' } }],
  ['a start in the future: from now on',  startAt(10),                               { at: at(9), runId: R, start: { countsFrom: at(9), entryId: undefined, base: 'c' } }],
  ['a start that continues an entry: from its start', startAt(3, R, { continues: CONTINUES }), { at: at(3), runId: R, start: { countsFrom: at(-30), entryId: 'e', base: 'c' } }],
])('I9 the scope of %s', (_what, event, scope) => {
  expect(changeScopeOf({ event, base: 'c' }, at(9))).toEqual(scope)
})

const START = { at: 5, runId: R, start: { countsFrom: 4, entryId: undefined, base: null } }
// prettier-ignore
test.each<[string, ...Parameters<typeof commandWindowOf>, ReturnType<typeof commandWindowOf>]>([
  ['a command in no known run: none',                         { at: 5, runId: R }, { makers: [], isInformed: false },                                         undefined],
  ['a command in the latest run: no end',                     { at: 5, runId: R }, { target: run(1, 9), makers: [], isInformed: false },                      { from: 1, to: Infinity }],
  ['a command in an older run: until the next one',           { at: 5, runId: R }, { target: run(1, 6), next: run(8, 9), makers: [], isInformed: false },     { from: 1, to: 8 }],
  ['a command after the next start: until then',              { at: 10, runId: R }, { target: run(1, 6), next: run(8, 9), makers: [], isInformed: false },    { from: 1, to: 10 }],
  ['a command in a run that outlasts the next: until its end', { at: 5, runId: R }, { target: run(1, 12, 0), next: run(8, 9), makers: [], isInformed: false }, { from: 0, to: 12 }],
  ['a command in a run before the entry that it continues: until its end', { at: 5, runId: R }, { target: run(1, 6), next: run(8, 9), entry: { startedAt: 8, endedAt: 9 }, makers: [], isInformed: false }, { from: 1, to: 9 }],
  ['a start: until the next one',                             START, { next: run(8, 9), makers: [], isInformed: false },                                      { from: 4, to: 8 }],
  ['a start after all others: no end',                        START, { makers: [], isInformed: false },                                                       { from: 4, to: Infinity }],
  ['a start that may move behind the latest run: no end',     START, { next: run(8, 9), makers: [], isInformed: true },                                       { from: 4, to: Infinity }],
  ['a start that continues an entry: from its true beginning', START, { next: run(8, 9), entry: { startedAt: 2, endedAt: 3 }, makers: [], isInformed: false }, { from: 2, to: 8 }],
  ['a start before the entry that it continues: until its end', START, { next: run(8, 9), entry: { startedAt: 8, endedAt: 9 }, makers: [], isInformed: false }, { from: 4, to: 9 }],
  ['a start that continues an entry: from the start of the run that made it', START, { next: run(8, 9), makers: [run(1, 2)], isInformed: false }, { from: 1, to: 8 }],
  ['a start before the run that made the entry: after its start', START, { next: run(8, 8), makers: [run(8, 8)], isInformed: false }, { from: 4, to: 9 }],
  ['a start that continues an entry of a run that goes on: no end', START, { next: run(8, 9), makers: [run(7, null)], isInformed: false }, { from: 4, to: Infinity }],
])('I9 the window of %s', (_what, scope, runs, window) => {
  expect(commandWindowOf(scope, runs)).toEqual(window)
})

test('I9 the latest run may change at any time', () => {
  expect(latestWindowOf(run(5, 9, 3))).toEqual({ from: 3, to: Infinity })
})

test('I9 the run after the affected ones stops them, and counts nothing itself', () => {
  const { runs } = deliverCommands(['A', startAt(0), null]).history
  const focusSessions = focusSessionsAt({ ...EMPTY_HISTORY, runs: [...runs, toBoundary(R2, at(10))] }, at(60))
  expect(focusSessions).toMatchObject([{ runId: R, segments: [[at(0), at(10)]] }])
})
