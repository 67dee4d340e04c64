import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from './command.ts'
import { entryIdOf, focusSessionKey, focusSessionsAt } from './focus-sessions.ts'
import { mergeCommand } from './merge-command.ts'
import { timerStateAt } from './replay.ts'
import { elapsedAt } from './state.ts'
import {
  deliverCommands,
  at,
  eventAt,
  R,
  R2,
  R3,
  R4,
  savedMinutes,
  startAt,
  statusAt,
} from './testing/deliver-commands.ts'
import { type UserAction, stateShownOn } from './testing/simulated-device.ts'
import { simulate } from './testing/simulation.ts'
import { anySteps, SCENARIOS, type Step } from './testing/steps.ts'

const INFINITE = { isInfinite: true }
const SHORT = { config: { workMs: 2 * MINUTE_MS, breakMs: 0, repetitions: 1 } }
const SKIP: Parameters<typeof deliverCommands>[0] = ['A', eventAt(7, 'skip', { save: true }), 'c0']

// Somebody who sees the timer starts it at 10:10.
// prettier-ignore
test.each<[string, Parameters<typeof deliverCommands>, string, string[]]>([
  ['rest',                        [],                                                                                     'taken',           []],
  ['rest after a stop',           [['A', startAt(0), null], ['A', eventAt(5, 'stop', { save: true }), 'c0']],                 'taken',           ['0-5']],
  ['rest after the last session', [['A', startAt(0, R, SHORT), null]],                                                     'taken',           ['0-2']],
  ['work',                        [['A', startAt(0), null]],                                                               'already-running', []],
  ['paused work',                 [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0']],                                'taken',           ['0-5']],
  ['break',                       [['A', startAt(0), null], SKIP],                                                         'already-running', ['0-7']],
  ['paused break',                [['A', startAt(0), null], SKIP, ['A', eventAt(8, 'pause', { phase: 1 }), 'c1']],            'taken',           ['0-7']],
  ['stopwatch',                   [['A', startAt(0, R, INFINITE), null]],                                                  'already-running', []],
  ['paused stopwatch',            [['A', startAt(0, R, INFINITE), null], ['A', eventAt(5, 'pause'), 'c0']],                   'taken',           ['0-5']],
])('T2 start: %s', (_state, before, code, sessions) => {
  const base = before.length === 0 ? null : `c${before.length - 1}`
  const { history, codes } = deliverCommands(...before, ['A', startAt(10, R2), base])
  expect(codes.at(-1)).toBe(code)
  expect(savedMinutes(history, 10)).toEqual(sessions)
  const view = timerStateAt(history, at(10))
  expect(view.runId).toBe(code === 'taken' ? R2 : R)
  if (code === 'taken') expect(view).toMatchObject({ status: 'running', mode: 'work', repetition: 1, isComplete: false })
  if (code === 'taken') expect(elapsedAt(view, at(10))).toBe(0)
})

const stopB = (minute: number): [string, Command['event'], string, number] => [
  'B',
  eventAt(minute, 'stop', { save: true }),
  'c0',
  30,
]

// Run started 10:00 on A; B, offline from 10:02, presses something that arrives at 10:30.
// prettier-ignore
test.each<[string, Parameters<typeof deliverCommands>, string, string[], string]>([
  ['stop at 10:10 while A is paused since 10:05',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], stopB(10)],                                           'taken',       ['0-5'],  'idle'],
  ['stop at 10:03, before A paused at 10:05',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], stopB(3)],                                            'stale',       [],       'paused'],
  ['stop at 10:10, but A resumed at 10:20',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['A', eventAt(20, 'resume'), 'c1'], stopB(10)],          'stale',       [],       'running'],
  ['stop at 10:10, but A stopped and saved at 10:08',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['A', eventAt(8, 'stop', { save: true }), 'c1'], stopB(10)],  'not-active', ['0-5'], 'idle'],
  ['stop at 10:10, but A threw it away at 10:08',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['A', eventAt(8, 'stop', { save: false }), 'c1'], stopB(10)], 'resurrected', ['0-5'], 'idle'],
  ['stop at 10:10, and by itself it was saved at 10:25',
    [['A', startAt(0), null], stopB(10)],                                                                          'taken',       ['0-10'], 'idle'],
  ['pause at 10:10, but A started anew at 10:20',
    [['A', startAt(0), null], ['A', startAt(20, R2), null], ['B', eventAt(10, 'pause'), 'c0', 30]],                   'taken',       ['0-10'], 'running'],
  ['pause at 10:22 of what A had left at 10:20 for something new',
    [['A', startAt(0), null], ['A', startAt(20, R2), null], ['B', eventAt(22, 'pause'), 'c0', 30]],                   'taken',       ['0-20'], 'running'],
  ['pause at 10:22 of what A had left at 10:20 for something that A stopped at 10:21',
    [['A', startAt(0), null], ['A', startAt(20, R2), null], ['A', { type: 'stop', save: true, at: at(21), runId: R2, phase: 0 }, 'c1'], ['B', eventAt(22, 'pause'), 'c0', 30]],
                                                                                                                  'taken',       ['0-20 21-22', '20-21'], 'idle'],
  ['resume at 10:08 after a pause at 10:05, though A, who knew of neither, stopped at 10:10',
    [['A', startAt(0), null], ['B', eventAt(5, 'pause'), 'c0'], ['A', eventAt(10, 'stop', { save: true }), 'c0'], ['B', eventAt(8, 'resume'), 'c1', 30]],
                                                                                                                  'taken',       ['0-5 8-10'], 'idle'],
  ['pause at 10:03, though A stopped at 10:10',
    [['A', startAt(0), null], ['A', eventAt(10, 'stop', { save: true }), 'c0'], ['B', eventAt(3, 'pause'), 'c0', 30]],   'stale',       ['0-10'], 'idle'],
  ['pause at 10:05, though A noted something at 10:06',
    [['A', startAt(0), null], ['A', eventAt(2, 'pause'), 'c0'], ['A', eventAt(4, 'resume'), 'c1'], ['A', eventAt(6, 'subject', { change: {} }), 'c2'], ['B', eventAt(5, 'pause'), 'c0', 30]],
                                                                                                                  'stale',       ['0-2 4-27'], 'running'],
  ['stop at 10:05, though A took note at 10:40 of the end of what had paused before',
    [['A', startAt(0, R, SHORT), null], ['A', eventAt(1, 'pause'), 'c0'], ['A', eventAt(4, 'resume'), 'c1'], ['A', eventAt(40, 'dismiss'), 'c2'], ['B', eventAt(4.5, 'stop', { save: true }), 'c0', 41]],
                                                                                                                  'taken',       ['0-1 4-4.5'], 'idle'],
  ['pause at 10:10 of what A threw away at 10:08',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['B', eventAt(10, 'pause'), 'c0', 30]],  'not-active',  [],       'idle'],
  ['stop at 10:10 of what A threw away at 10:08, to throw it away',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['B', eventAt(10, 'stop', { save: false }), 'c0', 30]], 'not-active', [], 'idle'],
  ['skip at 10:10 of what A threw away at 10:08',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['B', eventAt(10, 'skip', { save: true }), 'c0', 30]], 'resurrected', ['0-8'], 'idle'],
  ['stop at 10:10 of what A threw away at 10:08 and C has kept already',
    [['A', startAt(0), null], ['A', eventAt(8, 'stop', { save: false }), 'c0'], ['C', eventAt(9, 'stop', { save: true }), 'c0', 29], stopB(10)], 'not-active', ['0-8'], 'idle'],
  ['stop of a break at 10:26, though A threw its work away at 10:05 and stopped at 10:08',
    [['A', startAt(0), null], ['A', eventAt(5, 'skip', { save: false }), 'c0'], ['A', eventAt(8, 'stop', { save: true, phase: 1 }), 'c1'], ['B', eventAt(26, 'stop', { save: true, phase: 1 }), 'c0', 30]],
                                                                                                                  'not-active',  [],       'idle'],
  ['resume with a clock so wrong that it lies before the start',
    [['A', startAt(0), null], ['A', eventAt(5, 'pause'), 'c0'], ['B', eventAt(-3, 'resume'), 'c0', 30]],                 'stale',       [],       'paused'],
])('T9 %s', (_what, arrivals, code, sessions, then) => {
  const { history, codes } = deliverCommands(...arrivals)
  expect(codes.at(-1)).toBe(code)
  expect(savedMinutes(history, 30)).toEqual(sessions)
  expect(statusAt(history, 30)).toBe(then)
})

test('T9 a note that comes late is kept, but not over a later one', () => {
  const noted = (notes: string, taskId?: string) => ({ change: { notes, ...(taskId && { taskId }) } })
  const { history, codes } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(5, 'subject', noted('later')), 'c0'],
    ['B', eventAt(3, 'subject', noted('earlier', 'task')), 'c0', 9],
  )
  expect(codes).toEqual(['taken', 'taken', 'taken'])
  expect(timerStateAt(history, at(10)).subject).toMatchObject({ notes: 'later', taskId: 'task' })
})

test('T18 what is written anew in a phase leaves of what was there before only that it was written', () => {
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

test('T9 two runs started apart: the older ends where the newer begins, and nothing is counted twice', () => {
  const { history, codes } = deliverCommands(['A', startAt(5, R2), null], ['B', startAt(0), null, 30])
  expect(codes).toEqual(['taken', 'taken'])
  expect(timerStateAt(history, at(30)).runId).toBe(R2)
  expect(savedMinutes(history, 31)).toEqual(['0-5', '5-30'])
})

test('T9 a run is started once', () => {
  const event = startAt(0)
  const run = { id: R, log: [{ id: 'c0', event }], kept: [], heldAt: null }
  expect(deliverCommands(['A', event, null]).history).toEqual({ revision: 1, runs: [run], sequences: { A: 1 } })
  expect(deliverCommands(['A', startAt(0), null], ['B', startAt(1), null]).codes).toEqual(['taken', 'run-exists'])
})

test('T9 a run that nobody started cannot be stopped', () => {
  expect(deliverCommands(['A', eventAt(1, 'stop', { save: true }), null]).codes).toEqual(['unknown-run'])
})

test('T9 a new run of somebody who knew of the old one begins after its last event, whatever the clock says', () => {
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['B', startAt(8, R2), 'c1', 12],
  )
  expect(savedMinutes(history, 12)).toEqual(['0-10'])
  expect(timerStateAt(history, at(12)).runningSince).toBe(at(10))
})

test('T9 no press lies in the future', () => {
  const { history } = deliverCommands(['A', startAt(10), null, 5])
  expect(timerStateAt(history, at(6)).runningSince).toBe(at(5))
})

test('I1 a command that comes again, or too early, changes nothing', () => {
  const { history } = deliverCommands(['A', startAt(0), null])
  const again = { id: 'c0', device: 'A', sequence: 1, base: null, sawWait: false, event: startAt(0) }
  expect(mergeCommand(history, again, at(1))).toEqual({ history, ack: undefined })
  const early = { id: 'c2', device: 'A', sequence: 3, base: 'c1', sawWait: false, event: eventAt(2, 'pause') }
  expect(mergeCommand(history, early, at(2))).toEqual({ history, ack: undefined })
})

test('T11 a continued entry has all the time from its start that nothing else counts', () => {
  const first = entryIdOf({ runId: R, phase: 0 })
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['A', startAt(12, R2), 'c1'],
    ['A', { type: 'stop', save: true, at: at(15), runId: R2, phase: 0 }, 'c2'],
    ['A', startAt(20, R3, { continues: { entryId: first, startedAt: at(0) } }), 'c3'],
    ['A', { type: 'stop', save: true, at: at(30), runId: R3, phase: 0 }, 'c4'],
  )
  const sessions = focusSessionsAt(history, at(30))
  expect(savedMinutes(history, 30)).toEqual(['12-15', '0-10 10-12 15-20 20-30'])
  expect(sessions.filter(({ entryId }) => entryId === first).map(({ status }) => status)).toEqual(['saved', 'merged'])
})

test('T11 while an entry is continued, and when that is thrown away, it stays as it was', () => {
  const first = entryIdOf({ runId: R, phase: 0 })
  const continued = { type: 'stop', at: at(30), runId: R2, phase: 0 } as const
  const before: Parameters<typeof deliverCommands> = [
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['A', startAt(20, R2, { continues: { entryId: first, startedAt: at(0) } }), 'c1'],
  ]
  expect(savedMinutes(deliverCommands(...before).history, 25)).toEqual(['0-10'])
  expect(savedMinutes(deliverCommands(...before, ['A', { ...continued, save: false }, 'c2']).history, 31)).toEqual([
    '0-10',
  ])
})

const stop = (minute: number, runId: string, save = true) => eventAt(minute, 'stop', { runId, save })
const goesOn = (minute: number, runId: string, from: string, since: number) =>
  startAt(minute, runId, { continues: { entryId: entryIdOf({ runId: from, phase: 0 }), startedAt: at(since) } })

test('I3 what was worked on an entry is not lost when it turns out to have begun earlier', () => {
  const continues = { entryId: entryIdOf({ runId: R, phase: 2 }), startedAt: at(30) }
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['B', startAt(60, R2, { continues }), 'c0'],
    ['B', stop(61, R2), 'c1'],
    ['A', eventAt(10, 'skip', { save: true }), 'c0', 70],
  )
  expect(savedMinutes(history, 70)).toEqual(['0-10', '15-40 40-60 60-61'])
})

test('I2 time that two continued entries reach over is counted by the later alone', () => {
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', stop(10, R), 'c0'],
    ['A', startAt(12, R2), 'c1'],
    ['A', stop(15, R2), 'c2'],
    ['A', goesOn(20, R3, R, 0), 'c3'],
    ['A', stop(30, R3), 'c4'],
    ['A', goesOn(40, R4, R2, 12), 'c5'],
    ['A', stop(50, R4), 'c6'],
  )
  expect(savedMinutes(history, 50)).toEqual(['0-10 10-12 20-30', '12-15 15-20 30-40 40-50'])
})

test('I2 what a later run counts is not counted by an earlier one, of which nothing may be left', () => {
  const { history } = deliverCommands(['A', startAt(0), null], ['B', startAt(0.01, R2), null], ['A', stop(10, R), 'c0'])
  expect(focusSessionsAt(history, at(12))).toMatchObject([{ runId: R, status: 'merged', segments: [] }])
})

test('I3 what was worked in the break of a later run is counted', () => {
  const config = { workMs: 2 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['B', startAt(1, R2, { config }), null],
    ['A', stop(5, R), 'c0'],
  )
  expect(savedMinutes(history, 6)).toEqual(['0-1 3-5', '1-3'])
})

test('I3 what was worked on an entry is not lost when it becomes known after another device went on with it', () => {
  const { history } = deliverCommands(
    ['B', startAt(0), null],
    ['A', startAt(5, R2), null],
    ['A', stop(6, R2, false), 'c1'],
    ['A', goesOn(7, R3, R, 0), 'c2'],
    ['A', stop(8, R3), 'c3'],
    ['B', stop(9, R), 'c0', 20],
  )
  expect(savedMinutes(history, 20)).toEqual(['0-7 7-8 8-9'])
})

test('I4 after all has arrived every device shows what the server shows', () => {
  const press = (device: number, press: UserAction): Step => ({ kind: 'press', device, press })
  const { devices, history, now } = simulate(SCENARIOS['two devices at the same time']!, [
    press(0, { type: 'start', isInfinite: false, entry: null }),
    { kind: 'network', device: 1, isOnline: false },
    press(1, { type: 'start', isInfinite: true, entry: null }),
    { kind: 'wait', ms: 10 * MINUTE_MS },
    press(0, { type: 'stop', save: true }),
    press(1, { type: 'pause' }),
  ])
  expect(devices.map(({ outbox }) => outbox)).toEqual([[], []])
  expect(timerStateAt(history, now)).toMatchObject({ status: 'paused', isInfinite: true })
  for (const device of devices) expect(stateShownOn(device, now)).toEqual(timerStateAt(history, now))
})

test('I8 who only took note of the end overrules nobody', () => {
  const { history, codes } = deliverCommands(
    ['A', startAt(0, R, SHORT), null],
    ['B', eventAt(10, 'dismiss'), 'c0'],
    ['A', eventAt(1, 'stop', { save: false }), 'c0', 12],
  )
  expect(codes).toEqual(['taken', 'taken', 'taken'])
  expect(savedMinutes(history, 12)).toEqual([])
})

test('I9 what is left running ends where the next begins', () => {
  const { history } = deliverCommands(['A', startAt(0), null], ['B', startAt(20, R2), null])
  expect(savedMinutes(history, 24)).toEqual(['0-20'])
  expect(savedMinutes(history, 200)).toEqual(['0-20', '20-45', '50-75'])
})

test('a session has one entry of its own', () => {
  const ids = [0, 1, 2, 39].map((phase) => entryIdOf({ runId: R, phase }))
  expect(new Set([...ids, R]).size).toBe(5)
  expect(ids[1]).toBe('018f0000-0000-7000-8000-00000000a002')
  const last = entryIdOf({ runId: '018f0000-0000-7000-8000-1234abcdffff', phase: 0 })
  expect(last).toBe('018f0000-0000-7000-8000-1234abcd0000')
  expect(focusSessionKey({ runId: R, phase: 2 })).toBe(`${R}#2`)
})

/** The same ones each time, and few of them for each mutant; `npm run bench -- sim` looks for new ones, and many more. */
const SCHEDULES = { seed: 2_026, ...(process.env['MUTATE'] ? { numRuns: 50, endOnFailure: true } : { numRuns: 2_000 }) }

test.each(Object.entries(SCENARIOS))(
  'I1 to I9, %s: nothing lost, doubled or changed',
  { timeout: 300_000 },
  (_name, scenario) => {
    fc.assert(
      fc.property(anySteps(scenario), (steps) => void simulate(scenario, steps)),
      SCHEDULES,
    )
  },
)
