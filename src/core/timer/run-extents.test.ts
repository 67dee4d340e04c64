import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { entryIdOf } from './focus-sessions.ts'
import { timerStateAt } from './replay.ts'
import { runExtentsAt } from './run-extents.ts'
import { deliverCommands, at, eventAt, R, R2, R3, savedMinutes, startAt } from './testing/deliver-commands.ts'

type Extent = [run: string, startedAt: number, countsFrom: number, endedAt: number | null]
const STOP = eventAt(10, 'stop', { save: true })
const CONTINUES = { continues: { entryId: 'e', startedAt: at(-30) } }
const LATER = { continues: { entryId: entryIdOf({ runId: R, phase: 0 }), startedAt: at(11) } }
const SHORTER = { continues: { entryId: 'e', startedAt: at(11) } }
const WRONG = { continues: { entryId: 'e', startedAt: at(30) } }
const SHORT = { config: { workMs: 2 * MINUTE_MS, breakMs: 0, repetitions: 1 } }

// prettier-ignore
test.each<[why: string, Parameters<typeof deliverCommands>, Extent[]]>([
  ['no run',                           [],                                                       []],
  ['a run that goes on',               [['A', startAt(0), null]],                                 [[R, 0, 0, null]]],
  ['a stopped run',                    [['A', startAt(0), null], ['A', STOP, 'c0']],              [[R, 0, 0, 10]]],
  ['a run that ended by itself',       [['A', startAt(0, R, SHORT), null]],                       [[R, 0, 0, 2]]],
  ['a run that continues an entry',    [['A', startAt(0, R, CONTINUES), null]],                   [[R, 0, -30, null]]],
  ['an entry with a start in the future', [['A', startAt(0, R, WRONG), null]],                       [[R, 0, 0, null]]],
  ['an entry that began earlier than the device knew', [['A', startAt(0), null], ['A', STOP, 'c0'], ['B', startAt(12, R2, LATER), null]],
                                                                                                 [[R, 0, 0, 10], [R2, 12, 0, null]]],
  ['a later entry of a run, that another continues', [['A', startAt(0), null], ['A', eventAt(2, 'skip', { save: true }), 'c0'], ['A', eventAt(3, 'skip', { save: true, phase: 1 }), 'c1'], ['A', eventAt(5, 'stop', { save: true, phase: 2 }), 'c2'], ['B', startAt(12, R2, { continues: { entryId: entryIdOf({ runId: R, phase: 2 }), startedAt: at(3) } }), null]],
                                                                                                 [[R, 0, 0, 5], [R2, 12, 0, null]]],
  ['an entry that another run has continued', [['A', startAt(0, R, CONTINUES), null], ['A', STOP, 'c0'], ['B', startAt(12, R2, SHORTER), null]],
                                                                                                 [[R, 0, -30, 10], [R2, 12, -30, null]]],
  ['a run whose whole time others count', [['A', startAt(-30, R3), null], ['A', { ...STOP, at: at(0), runId: R3 }, 'c0'], ['A', startAt(0, R, CONTINUES), 'c1'],
                                        ['A', STOP, 'c2'], ['B', startAt(0, R2), null]],          [[R3, -30, -30, 0], [R, 0, -30, 10], [R2, 0, 0, null]]],
  ['a run that another followed',      [['A', startAt(0), null], ['B', startAt(12, R2), null]],    [[R, 0, 0, 12], [R2, 12, 12, null]]],
  ['a run with a command after the next start', [['A', startAt(0), null], ['B', startAt(12, R2), null], ['A', eventAt(14, 'pause'), 'c0']],
                                                                                                 [[R, 0, 0, 14], [R2, 12, 12, null]]],
])('I9 the extent of a run: %s', (_why, commands, extents) => {
  const { history } = deliverCommands(...commands)
  const inMinutes = (time: number | null) => time === null ? null : (time - at(0)) / MINUTE_MS
  expect(runExtentsAt(history, at(15)).map(({ run, startedAt, countsFrom, endedAt }) =>
    [run.id, inMinutes(startedAt), inMinutes(countsFrom), inMinutes(endedAt)])).toEqual(extents)
})

test('T9 of two runs that began at the same moment every device shows the same one, in whichever order they arrived', () => {
  const histories = [
    deliverCommands(['A', startAt(0, R), null], ['B', startAt(0, R2), null, 5]).history,
    deliverCommands(['A', startAt(0, R2), null], ['B', startAt(0, R), null, 5]).history,
  ]
  for (const history of histories) {
    expect(history.runs.map(({ id }) => id)).toEqual([R, R2])
    expect(timerStateAt(history, at(5)).runId).toBe(R2)
    expect(savedMinutes(history, 30)).toEqual(['0-25'])
  }
})
