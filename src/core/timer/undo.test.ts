import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { timerStateAt } from './replay.ts'
import { elapsedAt } from './state.ts'
import { at, deliverCommands, eventAt, R, R2, R3, savedMinutes, startAt } from './testing/deliver-commands.ts'
import type { UndoEvent } from './transition.ts'

type Delivery = Parameters<typeof deliverCommands>[0]

const START: Delivery = ['A', startAt(0), null]
const SAVE: Delivery = ['A', eventAt(10, 'stop', { save: true }), 'c0']
const DISCARD: Delivery = ['A', eventAt(10, 'stop', { save: false }), 'c0']
const SKIP: Delivery = ['A', eventAt(10, 'skip', { save: false }), 'c0']
const PAUSE: Delivery = ['A', eventAt(4, 'pause'), 'c0']
const SWITCH: Delivery[] = [START, SAVE, ['A', startAt(10, R2), 'c1']]
const undoAt = (minute: number, drops: string | null = null): UndoEvent => ({
  type: 'undo',
  at: at(minute),
  runId: R,
  phase: 0,
  drops,
})

// The run is stopped at 10:10 and would end its first phase at 10:25.
// prettier-ignore
test.each<[string, Delivery[], string, string[]]>([
  ['a stop that saved',                [START, SAVE, ['A', undoAt(11), 'c1']],                                                            'running work 0', ['0-25']],
  ['a stop that discarded',            [START, DISCARD, ['A', undoAt(11), 'c1']],                                                         'running work 0', ['0-25']],
  ['a skip',                           [START, SKIP, ['A', undoAt(11), 'c1']],                                                            'running work 0', ['0-25']],
  ['a stop while paused',              [START, PAUSE, ['A', eventAt(10, 'stop', { save: true }), 'c1'], ['A', undoAt(11), 'c2']],         'paused work 0',  []],
  ['a stop of a break',                [START, SKIP, ['A', eventAt(12, 'stop', { phase: 1, save: true }), 'c1'], ['A', { ...undoAt(13), phase: 1 }, 'c2']], 'running break 1', []],
  ['a switch',                         [...SWITCH, ['A', undoAt(11, R2), 'c2']],                                                          'running work 0', ['0-25']],
  ['a switch, after a change of the new run', [...SWITCH, ['A', eventAt(10, 'subject', { runId: R2, change: { notes: 'n' } }), 'c2'], ['A', undoAt(11, R2), 'c3']], 'running work 0', ['0-25']],
  ['a stop, when the phase would be over', [START, SAVE, ['A', undoAt(26), 'c1']],                                                        'running break 1', ['0-25']],
])('T38 undo: %s', (_what, commands, then, saved) => {
  const { history, codes } = deliverCommands(...commands)
  expect(codes.at(-1)).toBe('accepted')
  expect(history.runs.map(({ id }) => id)).toEqual([R])
  const { status, mode, phase } = timerStateAt(history, commands.at(-1)![1].at)
  expect(`${status} ${mode} ${phase}`).toBe(then)
  expect(savedMinutes(history, 29)).toEqual(saved)
})

test('T38 a run goes on after an undo with all of its time, and can be stopped again', () => {
  const { history } = deliverCommands(
    ...SWITCH,
    ['A', undoAt(12, R2), 'c2'],
    ['A', eventAt(14, 'stop', { save: true }), 'c3'],
  )
  expect(elapsedAt(timerStateAt(history, at(13)), at(13))).toBe(0)
  expect(savedMinutes(history, 20)).toEqual(['0-14'])
})

// prettier-ignore
test.each<[string, Delivery[], string]>([
  ['the run still goes on',                      [START, ['A', undoAt(1), 'c0']],                                                            'stale'],
  ['the run is unknown',                         [['A', undoAt(1), null]],                                                                   'unknown-run'],
  ['it is undone already',                       [START, SAVE, ['A', undoAt(11), 'c1'], ['A', undoAt(12), 'c2']],                            'stale'],
  ['another device has started a run',           [START, SAVE, ['B', startAt(11, R2), 'c1'], ['A', undoAt(12), 'c1']],                       'stale'],
  ['another device has paused the new run',      [...SWITCH, ['B', eventAt(11, 'pause', { runId: R2 }), 'c2'], ['A', undoAt(12, R2), 'c2']], 'stale'],
  ['the new run has saved something',            [...SWITCH, ['A', eventAt(12, 'skip', { runId: R2, save: true }), 'c2'], ['A', undoAt(13, R2), 'c3']], 'stale'],
  ['the new run has ended a phase by itself',    [...SWITCH, ['A', undoAt(36, R2), 'c2']],                                                   'stale'],
  ['the new run is stopped',                     [...SWITCH, ['A', eventAt(12, 'stop', { runId: R2, save: false }), 'c2'], ['A', undoAt(13, R2), 'c3']], 'stale'],
  ['a third run has followed',                   [...SWITCH, ['A', eventAt(11, 'stop', { runId: R2, save: false }), 'c2'], ['A', startAt(12, R3), 'c3'], ['A', undoAt(13, R2), 'c4']], 'stale'],
  ['the run would be complete by now',           [['A', startAt(0, R, { config: { workMs: MINUTE_MS, breakMs: 0, repetitions: 1 } }), null], ['A', eventAt(0.5, 'stop', { save: true }), 'c0'], ['A', undoAt(5), 'c1']], 'stale'],
])('T38 undo is refused if %s', (_what, commands, code) => {
  const before = deliverCommands(...commands.slice(0, -1)).history
  const { history, codes } = deliverCommands(...commands)
  expect(codes.at(-1)).toBe(code)
  expect(history.runs).toEqual(before.runs)
})

// Another device starts a run after the undo, which arrives later.
// prettier-ignore
test.each<[string, Delivery[], string[]]>([
  ['it did not know of the discarded work',  [START, ['B', startAt(40, R2), null], DISCARD, ['A', undoAt(11), 'c2']],                          ['0-25', '30-40']],
  ['it knew only the stop',                  [START, SAVE, ['B', startAt(12, R2), 'c1'], ['A', undoAt(11), 'c1']],                             ['0-12', '12-37']],
  ['it knew the run that the undo drops',    [...SWITCH, ['B', startAt(12, R3), null], ['A', undoAt(11, R2), 'c2']],                           ['0-12', '12-37']],
])('T38 an undo counts although a run was started after it, and the first run goes on until then: %s', (_what, commands, saved) => {
  const { history, codes } = deliverCommands(...commands)
  expect(codes.at(-1)).toBe('accepted')
  expect(history.runs.map(({ id }) => id)).toEqual([R, commands.includes(SWITCH[2]!) ? R3 : R2])
  expect(savedMinutes(history, 41)).toEqual(saved)
})
