import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { phaseToExtend } from './overtime.ts'
import { timerStateAt } from './replay.ts'
import { at, deliverCommands, eventAt, R2, savedMinutes, startAt } from './testing/deliver-commands.ts'

type Delivery = Parameters<typeof deliverCommands>[0]

const START: Delivery = ['A', startAt(0), null]
const NO_BREAKS: Delivery = [
  'A',
  startAt(0, undefined, { config: { workMs: 25 * MINUTE_MS, breakMs: 0, repetitions: 1 } }),
  null,
]
const extendAt = (minute: number, base: string, minutes: number | null = 5, phase = 0): Delivery => [
  'A',
  eventAt(minute, 'extend', { byMs: minutes === null ? null : minutes * MINUTE_MS, phase }),
  base,
]
const breakAt = (minute: number, base: string, extra: object = {}): Delivery => [
  'A',
  eventAt(minute, 'skip', { save: true, ...extra }),
  base,
]
const inBreak = (minute: number, type: 'subject' | 'pause' | 'resume' | 'config', base: string, change: object = {}): Delivery => [
  'A',
  eventAt(minute, type, { phase: 1, change }),
  base,
] // prettier-ignore

// A work phase of 25 minutes that began at 10:00, and its break of five.
// prettier-ignore
test.each<[what: string, Delivery[], minute: number, then: string, saved: string[]]>([
  ['five minutes more, before the end',      [START, extendAt(20, 'c0')],                                 29, 'running work 0',  []],
  ['which end by themselves',                [START, extendAt(20, 'c0')],                                 31, 'running break 1', ['0-30']],
  ['twice',                                  [START, extendAt(20, 'c0'), extendAt(29, 'c1')],             34, 'running work 0',  []],
  ['while paused',                           [START, ['A', eventAt(20, 'pause'), 'c0'], extendAt(21, 'c1'), ['A', eventAt(22, 'resume'), 'c2']], 33, 'running break 1', ['0-20 22-32']],
  ['until its user ends it',                 [START, extendAt(20, 'c0', null)],                           300, 'running work 0', []],
  ['and then takes the break',               [START, extendAt(20, 'c0', null), breakAt(47, 'c1')],        48, 'running break 1', ['0-47']],
  ['without end, then five minutes',         [START, extendAt(20, 'c0', null), extendAt(40, 'c1')],       46, 'running break 1', ['0-45']],
  ['five minutes, then without end',         [START, extendAt(20, 'c0'), extendAt(22, 'c1', null)],       90, 'running work 0',  []],
  ['a minute after the end',                 [START, extendAt(26, 'c0')],                                 29, 'running work 0',  []],
  ['a minute after the end, to its end',     [START, extendAt(26, 'c0')],                                 31, 'running break 1', ['0-30']],
  ['two minutes after it',                   [START, extendAt(27, 'c0')],                                 31, 'running break 1', ['0-30']],
  ['later in the break, which is no work',   [START, extendAt(28, 'c0')],                                 34, 'running break 1', ['0-25 28-33']],
  ['without end, a minute after the end',    [START, extendAt(26, 'c0', null), breakAt(40, 'c1')],        41, 'running break 1', ['0-40']],
  ['again after its own end',                [START, extendAt(26, 'c0'), extendAt(31, 'c1')],             36, 'running break 1', ['0-35']],
  ['after a pause of the break',             [START, inBreak(25.5, 'pause', 'c0'), extendAt(26, 'c1')],   31, 'running break 1', ['0-30']],
  ['after a break that was paused for long', [START, inBreak(26, 'pause', 'c0'), extendAt(90, 'c1')],     96, 'running break 1', ['0-25 90-95']],
  ['of the second session',                  [START, extendAt(56, 'c0', 5, 2)],                           61, 'running break 3', ['0-25', '30-60']],
  ['of a run that is complete',              [NO_BREAKS, extendAt(26, 'c0')],                             31, 'idle work 0',     ['0-30']],
  ['and stopped',                            [START, extendAt(26, 'c0'), ['A', eventAt(28, 'stop', { save: true }), 'c1']], 40, 'idle work 0', ['0-28']],
  ['and discarded',                          [START, extendAt(26, 'c0'), ['A', eventAt(28, 'stop', { save: false }), 'c1']], 40, 'idle work 0', []],
])('T40 overtime: %s', (_what, commands, minute, then, saved) => {
  const { history, codes } = deliverCommands(...commands)
  expect(codes.at(-1)).toBe('accepted')
  const { status, mode, phase } = timerStateAt(history, at(minute))
  expect(`${status} ${mode} ${phase}`).toBe(then)
  expect(savedMinutes(history, minute)).toEqual(saved)
})

// prettier-ignore
test.each<[why: string, Delivery[], code: string]>([
  ['nothing runs',                             [START, ['A', eventAt(20, 'stop', { save: true }), 'c0'], extendAt(21, 'c1')],       'not-active'],
  ['the user has taken the break',             [START, breakAt(20, 'c0'), extendAt(21, 'c1')],                                      'other-phase'],
  ['the break is over',                        [START, extendAt(31, 'c0')],                                                         'other-phase'],
  ['the user has skipped the break',           [START, breakAt(26, 'c0', { phase: 1 }), extendAt(27, 'c1')],                        'other-phase'],
  ['it is for the break',                      [START, extendAt(26, 'c0', 5, 1)],                                                   'other-phase'],
  ['the user has seen that the run is over',   [NO_BREAKS, ['A', eventAt(26, 'dismiss'), 'c0'], extendAt(27, 'c1')],                'not-active'],
  ['a stopwatch has no end',                   [['A', startAt(0, undefined, { isInfinite: true }), null], extendAt(26, 'c0')],      'infinite'],
  ['another device has paused the break since', [START, ['B', eventAt(28, 'pause', { phase: 1 }), 'c0'], ['A', extendAt(26, 'c0')[1], 'c0', 29]], 'stale'],
  ['another device has stopped since',         [START, ['B', eventAt(28, 'stop', { phase: 1, save: true }), 'c0'], ['A', extendAt(26, 'c0')[1], 'c0', 29]], 'stale'],
])('T40 overtime is refused: %s', (_why, commands, code) => {
  expect(deliverCommands(...commands).codes.at(-1)).toBe(code)
})

test('T40 a note or a length from the break stays with the work that goes on', () => {
  const { history } = deliverCommands(
    START,
    inBreak(25.5, 'subject', 'c0', { notes: 'almost' }),
    inBreak(25.7, 'config', 'c1', { breakMs: 10 * MINUTE_MS }),
    extendAt(26, 'c2'),
  )
  expect(timerStateAt(history, at(27)).subject?.notes).toBe('almost')
  expect(timerStateAt(history, at(39))).toMatchObject({ mode: 'break', phase: 1, phaseMs: 10 * MINUTE_MS })
})

test('T40 overtime keeps the planned length, and the start of a later run ends it', () => {
  const { history } = deliverCommands(START, extendAt(26, 'c0', null), ['B', startAt(50, R2), null])
  expect(timerStateAt({ ...history, runs: history.runs.slice(0, 1) }, at(49))).toMatchObject({
    phaseMs: null,
    plannedMs: 25 * MINUTE_MS,
    isInfinite: false,
  })
  expect(savedMinutes(history, 76)).toEqual(['0-50', '50-75'])
})

// prettier-ignore
test.each<[string, Delivery[], minute: number, phase: number | undefined]>([
  ['during work',                 [START],                                                    10, 0],
  ['after it, in its break',      [START],                                                    29, 0],
  ['in the next work phase',      [START],                                                    31, 2],
  ['of a stopwatch',              [['A', startAt(0, undefined, { isInfinite: true }), null]], 31, undefined],
  ['in a break that was taken',   [START, breakAt(20, 'c0')],                                 21, undefined],
  ['when the run is complete',    [NO_BREAKS],                                                26, 0],
  ['after the last break',        [START],                                                    61, undefined],
])('T40 the phase that can go on, %s', (_when, commands, minute, phase) => {
  expect(phaseToExtend(deliverCommands(...commands).history.runs[0]!, at(minute))).toBe(phase)
})
