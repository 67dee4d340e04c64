import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from './command.ts'
import { focusSessionsAt } from './focus-sessions.ts'
import { mergeCommand } from './merge-command.ts'
import { timerStateAt } from './replay.ts'
import { elapsedAt } from './state.ts'
import { at, deliverCommands, eventAt, R, R2, savedMinutes, startAt, statusAt } from './testing/deliver-commands.ts'

const INFINITE = { isInfinite: true }
const SHORT = { config: { workMs: 2 * MINUTE_MS, breakMs: 0, repetitions: 1 } }
const SKIP: Parameters<typeof deliverCommands>[0] = ['A', eventAt(7, 'skip', { save: true }), 'c0']

// An informed device sends a start at 10:10.
// prettier-ignore
test.each<[string, Parameters<typeof deliverCommands>, string, string[]]>([
  ['idle',                      [],                                                                              'accepted',        []],
  ['idle after a stop',         [['A', startAt(0), null], ['A', eventAt(5, 'stop', { save: true }), 'c0']],      'accepted',        ['0-5']],
  ['idle after the last phase', [['A', startAt(0, R, SHORT), null]],                                             'accepted',        ['0-2']],
  ['work',                      [['A', startAt(0), null]],                                                       'already-running', []],
  ['paused work',               [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0']],                     'accepted',        ['0-5']],
  ['break',                     [['A', startAt(0), null], SKIP],                                                 'already-running', ['0-7']],
  ['paused break',              [['A', startAt(0), null], SKIP, ['A', eventAt(8, 'pause', { phase: 1 }), 'c1']], 'accepted',        ['0-7']],
  ['stopwatch',                 [['A', startAt(0, R, INFINITE), null]],                                          'already-running', []],
  ['paused stopwatch',          [['A', startAt(0, R, INFINITE), null], ['A', eventAt(5, 'pause'), 'c0']],        'accepted',        ['0-5']],
])('T2 start: %s', (_state, before, code, sessions) => {
  const base = before.length === 0 ? null : `c${before.length - 1}`
  const { history, codes } = deliverCommands(...before, ['A', startAt(10, R2), base])
  expect(codes.at(-1)).toBe(code)
  expect(savedMinutes(history, 10)).toEqual(sessions)
  const view = timerStateAt(history, at(10))
  expect(view.runId).toBe(code === 'accepted' ? R2 : R)
  if (code === 'accepted') expect(view).toMatchObject({ status: 'running', mode: 'work', repetition: 1, isComplete: false })
  if (code === 'accepted') expect(elapsedAt(view, at(10))).toBe(0)
})

const stopB = (minute: number): [string, Command['event'], string, number] => [
  'B',
  eventAt(minute, 'stop', { save: true }),
  'c0',
  30,
]

// Device A starts a run at 10:00. Device B is offline from 10:02; its command reaches the server at 10:30.
// prettier-ignore
test.each<[string, Parameters<typeof deliverCommands>, string, string[], string]>([
  ['stop at 10:10 while A is paused since 10:05',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], stopB(10)],                                           'accepted',       ['0-5'],  'idle'],
  ['stop at 10:03, before A paused at 10:05',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], stopB(3)],                                            'stale',       [],       'paused'],
  ['stop at 10:10, but A resumed at 10:20',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['A', eventAt(20, 'resume'), 'c1'], stopB(10)],          'stale',       [],       'running'],
  ['stop at 10:10, but A stopped and saved at 10:08',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['A', eventAt(8, 'stop', { save: true }), 'c1'], stopB(10)],  'not-active', ['0-5'], 'idle'],
  ['stop at 10:10, but A discarded it at 10:08',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['A', eventAt(8, 'stop', { save: false }), 'c1'], stopB(10)], 'resurrected', ['0-5'], 'idle'],
  ['stop at 10:10, and by itself it was saved at 10:25',
    [['A', startAt(0), null], stopB(10)],                                                                          'accepted',       ['0-10'], 'idle'],
  ['pause at 10:10, but A started a new run at 10:20',
    [['A', startAt(0), null], ['A', startAt(20, R2), null], ['B', eventAt(10, 'pause'), 'c0', 30]],                   'accepted',       ['0-10'], 'running'],
  ['pause at 10:22 of the run that A had replaced at 10:20',
    [['A', startAt(0), null], ['A', startAt(20, R2), null], ['B', eventAt(22, 'pause'), 'c0', 30]],                   'accepted',       ['0-20'], 'running'],
  ['pause at 10:22 of the run that A had replaced at 10:20 by one that A stopped at 10:21',
    [['A', startAt(0), null], ['A', startAt(20, R2), null], ['A', { type: 'stop', save: true, at: at(21), runId: R2, phase: 0 }, 'c1'], ['B', eventAt(22, 'pause'), 'c0', 30]],
                                                                                                                  'accepted',       ['0-20 21-22', '20-21'], 'idle'],
  ['resume at 10:08 after a pause at 10:05, though A, who knew of neither, stopped at 10:10',
    [['A', startAt(0), null], ['B', eventAt(5, 'pause'), 'c0'], ['A', eventAt(10, 'stop', { save: true }), 'c0'], ['B', eventAt(8, 'resume'), 'c1', 30]],
                                                                                                                  'accepted',       ['0-5 8-10'], 'idle'],
  ['pause at 10:03, though A stopped at 10:10',
    [['A', startAt(0), null], ['A', eventAt(10, 'stop', { save: true }), 'c0'], ['B', eventAt(3, 'pause'), 'c0', 30]],   'stale',       ['0-10'], 'idle'],
  ['pause at 10:05, though A changed the subject at 10:06',
    [['A', startAt(0), null], ['A', eventAt(2, 'pause'), 'c0'], ['A', eventAt(4, 'resume'), 'c1'], ['A', eventAt(6, 'subject', { change: {} }), 'c2'], ['B', eventAt(5, 'pause'), 'c0', 30]],
                                                                                                                  'stale',       ['0-2 4-27'], 'running'],
  ['stop at 10:05, though A dismissed the end of the run at 10:40',
    [['A', startAt(0, R, SHORT), null], ['A', eventAt(1, 'pause'), 'c0'], ['A', eventAt(4, 'resume'), 'c1'], ['A', eventAt(40, 'dismiss'), 'c2'], ['B', eventAt(4.5, 'stop', { save: true }), 'c0', 41]],
                                                                                                                  'accepted',       ['0-1 4-4.5'], 'idle'],
  ['pause at 10:10 of what A discarded at 10:08',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['B', eventAt(10, 'pause'), 'c0', 30]],  'not-active',  [],       'idle'],
  ['stop at 10:10 of what A discarded at 10:08, to discard it',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['B', eventAt(10, 'stop', { save: false }), 'c0', 30]], 'not-active', [], 'idle'],
  ['skip at 10:10 of what A discarded at 10:08',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['B', eventAt(10, 'skip', { save: true }), 'c0', 30]], 'resurrected', ['0-8'], 'idle'],
  ['stop at 10:10 of what A discarded at 10:08 and C has saved already',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['C', eventAt(9, 'stop', { save: true }), 'c0', 29], stopB(10)], 'not-active', ['0-8'], 'idle'],
  ['stop of a break at 10:26, though A discarded its work at 10:05 and stopped at 10:08',
    [['A', startAt(0), null], ['A', eventAt(5, 'skip', { save: false }), 'c0'], ['A', eventAt(8, 'stop', { save: true, phase: 1 }), 'c1'], ['B', eventAt(26, 'stop', { save: true, phase: 1 }), 'c0', 30]],
                                                                                                                  'not-active',  [],       'idle'],
  ['resume with a clock so wrong that it lies before the start',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['B', eventAt(-3, 'resume'), 'c0', 30]],                 'stale',       [],       'paused'],
])('T9 %s', (_what, commands, code, sessions, then) => {
  const { history, codes } = deliverCommands(...commands)
  expect(codes.at(-1)).toBe(code)
  expect(savedMinutes(history, 30)).toEqual(sessions)
  expect(statusAt(history, 30)).toBe(then)
})

test('T9 a subject change that arrives late is kept, except the fields that a newer one has set', () => {
  const noted = (notes: string, taskId?: string) => ({ change: { notes, ...(taskId && { taskId }) } })
  const { history, codes } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(5, 'subject', noted('later')), 'c0'],
    ['B', eventAt(3, 'subject', noted('earlier', 'task')), 'c0', 9],
  )
  expect(codes).toEqual(['accepted', 'accepted', 'accepted'])
  expect(timerStateAt(history, at(10)).subject).toMatchObject({ notes: 'later', taskId: 'task' })
})

test('T18 subject fields that a later change of the phase overwrites are removed, and their commands stay in the log', () => {
  const notes = (minute: number, notes: string, extra: object = {}) =>
    eventAt(minute, 'subject', { change: { notes }, ...extra })
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(1, 'subject', { change: { notes: 'one', taskId: 'task' } }), 'c0'],
    ['A', eventAt(2, 'pause'), 'c1'],
    ['A', notes(3, 'two'), 'c2'],
    ['A', eventAt(4, 'resume'), 'c3'],
    ['A', notes(5, 'three'), 'c4'],
    ['B', notes(4.5, 'late'), 'c0', 6],
    ['A', eventAt(7, 'skip', { save: true }), 'c5'],
    ['A', notes(8, 'break', { phase: 1 }), 'c7'],
  )
  const changes = history.runs[0]!.log.flatMap(({ id, event }) =>
    event.type === 'subject' ? [[id, event.change]] : [],
  )
  expect(changes).toEqual([
    ['c1', { taskId: 'task' }],
    ['c3', {}],
    ['c6', {}],
    ['c5', { notes: 'three' }],
    ['c8', { notes: 'break' }],
  ])
  expect(focusSessionsAt(history, at(9)).map(({ subject }) => subject)).toMatchObject([
    { notes: 'three', taskId: 'task' },
  ])
  expect(savedMinutes(history, 9)).toEqual(['0-2 4-7'])
  expect(timerStateAt(history, at(9)).subject).toMatchObject({ notes: 'break', taskId: 'task' })
})

test('T9 of two runs that were started independently the older ends where the newer begins, and no time is counted twice', () => {
  const { history, codes } = deliverCommands(['A', startAt(5, R2), null], ['B', startAt(0), null, 30])
  expect(codes).toEqual(['accepted', 'accepted'])
  expect(timerStateAt(history, at(30)).runId).toBe(R2)
  expect(savedMinutes(history, 31)).toEqual(['0-5', '5-30'])
})

test('T9 a run id can be started once', () => {
  const event = startAt(0)
  const run = { id: R, log: [{ id: 'c0', event }], kept: [], heldAt: null }
  expect(deliverCommands(['A', event, null]).history).toEqual({ revision: 1, runs: [run], sequences: { A: 1 } })
  expect(deliverCommands(['A', startAt(0), null], ['B', startAt(1), null]).codes).toEqual(['accepted', 'run-exists'])
})

test('T9 an unknown run cannot be stopped', () => {
  expect(deliverCommands(['A', eventAt(1, 'stop', { save: true }), null]).codes).toEqual(['unknown-run'])
})

test('T9 an informed start begins no earlier than the last event of the run before, whatever the clock says', () => {
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['B', startAt(8, R2), 'c1', 12],
  )
  expect(savedMinutes(history, 12)).toEqual(['0-10'])
  expect(timerStateAt(history, at(12)).runningSince).toBe(at(10))
})

test('T9 a command from the future counts from now', () => {
  const { history } = deliverCommands(['A', startAt(10), null, 5])
  expect(timerStateAt(history, at(6)).runningSince).toBe(at(5))
})

test('I1 a repeated command, or one after a gap, changes nothing', () => {
  const { history } = deliverCommands(['A', startAt(0), null])
  const again = { id: 'c0', device: 'A', sequence: 1, base: null, sawWait: false, event: startAt(0) }
  expect(mergeCommand(history, again, at(1))).toEqual({ history, ack: undefined })
  const early = { id: 'c2', device: 'A', sequence: 3, base: 'c1', sawWait: false, event: eventAt(2, 'pause') }
  expect(mergeCommand(history, early, at(2))).toEqual({ history, ack: undefined })
})

test('I8 a dismiss does not make older commands stale', () => {
  const { history, codes } = deliverCommands(
    ['A', startAt(0, R, SHORT), null],
    ['B', eventAt(10, 'dismiss'), 'c0'],
    ['A', eventAt(1, 'stop', { save: false }), 'c0', 12],
  )
  expect(codes).toEqual(['accepted', 'accepted', 'accepted'])
  expect(savedMinutes(history, 12)).toEqual([])
})

test('I9 a run that was left running ends where the next one begins', () => {
  const { history } = deliverCommands(['A', startAt(0), null], ['B', startAt(20, R2), null])
  expect(savedMinutes(history, 24)).toEqual(['0-20'])
  expect(savedMinutes(history, 200)).toEqual(['0-20', '20-45', '50-75'])
})
