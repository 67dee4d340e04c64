import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from './command.ts'
import { focusSessionsAt } from './focus-sessions.ts'
import { holdForAbsentUser } from './holds.ts'
import { mergeCommand } from './merge-command.ts'
import { timerStateAt } from './replay.ts'
import { deadlineOf, isWaiting, type TimerConfig, type TimerState } from './state.ts'
import { aStartEvent, applyEvent, CONFIG, T0 } from './testing/state-events.ts'
import { advance, startRun } from './transition.ts'
import { deliverCommands, at, eventAt, R, R2, R3, savedMinutes, startAt, statusAt } from './testing/deliver-commands.ts'

const SHORT = { config: { workMs: 2 * MINUTE_MS, breakMs: 0, repetitions: 1 } }

test('T10 while the user is absent the running phase ends by itself and the next work phase is held', () => {
  const { history } = deliverCommands(['A', startAt(0), null])
  const held = holdForAbsentUser(history, at(90), at(12))
  expect(held.revision).toBe(history.revision + 1)
  expect(savedMinutes(held, 90)).toEqual(['0-25'])
  expect(timerStateAt(held, at(90))).toMatchObject({ status: 'paused', mode: 'work', repetition: 2, segments: [] })
  const resumed = mergeCommand(
    held,
    { id: 'c1', device: 'A', sequence: 2, base: 'c0', sawWait: true, event: eventAt(95, 'resume', { phase: 2 }) },
    at(95),
  )
  expect(savedMinutes(resumed.history, 125)).toEqual(['0-25', '95-120'])
})

test('T10 a command from a device that did not show the hold lifts it, and the work counts', () => {
  const { history } = deliverCommands(['A', startAt(0), null])
  const held = holdForAbsentUser(history, at(90), at(12))
  const event = eventAt(40, 'stop', { phase: 2, save: true })
  const worked = mergeCommand(held, { id: 'c1', device: 'A', sequence: 2, base: 'c0', sawWait: false, event }, at(95))
  expect(savedMinutes(worked.history, 95)).toEqual(['0-25', '30-40'])
})

// prettier-ignore
test.each<[why: string, Parameters<typeof deliverCommands>, now: number, lastSeen: number]>([
  ['nothing was started',                [],                                      31,  0],
  ['the user was there when work began', [['A', startAt(0), null]],                31,  30],
  ['work has not begun',                 [['A', startAt(0), null]],                29,  0],
  ['all of it is done',                  [['A', startAt(0, R, SHORT), null]],      31,  0],
])('T10 nothing is held: %s', (_why, commands, now, lastSeen) => {
  const { history } = deliverCommands(...commands)
  expect(holdForAbsentUser(history, at(now), at(lastSeen))).toBe(history)
})

test('T10 a work phase is held from the moment it was due, and only once', () => {
  const { history } = deliverCommands(['A', startAt(0), null])
  const held = holdForAbsentUser(history, at(30), at(12))
  expect(statusAt(held, 29)).toBe('running')
  expect(timerStateAt(held, at(30))).toMatchObject({ status: 'paused', mode: 'work', repetition: 2 })
  expect(holdForAbsentUser(held, at(200), at(12))).toBe(held)
})

/** Delivers a command 95 minutes after the start to a timer that is on hold since minute 30. */
function deliverLate(
  event: Command['event'],
  base: string | null,
  sawWait: boolean,
  ...before: Parameters<typeof deliverCommands>
) {
  const held = holdForAbsentUser(deliverCommands(['A', startAt(0), null], ...before).history, at(90), at(12))
  const { history, ack } = mergeCommand(held, { id: 'late', device: 'B', sequence: 1, base, sawWait, event }, at(95))
  return { history, code: ack!.code ?? 'accepted' }
}

// prettier-ignore
test.each<[why: string, event: Command['event'], base: string | null, sawWait: boolean, code: string, sessions: string[]]>([
  ['an informed start',                     startAt(40, R2), 'c0', false, 'already-running', ['0-25']],
  ['a start from a device with the hold',   startAt(40, R2), 'c0', true,  'accepted',           ['0-25', '40-65']],
  ['an uninformed start',                   startAt(40, R2), null, false, 'accepted',           ['0-25', '40-65']],
  ['an uninformed stop',                    eventAt(40, 'stop', { phase: 2, save: true }), 'other', false, 'accepted', ['0-25', '30-40']],
  ['a stop from a device with the hold',    eventAt(40, 'stop', { phase: 2, save: true }), 'c0',    true,  'accepted', ['0-25']],
])('T10 a command at a timer on hold: %s', (_why, event, base, sawWait, code, sessions) => {
  const late = deliverLate(event, base, sawWait)
  expect(late.code).toBe(code)
  expect(savedMinutes(late.history, 66)).toEqual(sessions)
})

test('T10 a late start does not lift the hold of a run that another run has followed', () => {
  const held = holdForAbsentUser(deliverCommands(['A', startAt(0), null]).history, at(90), at(12))
  const anew: Command = { id: 'c1', device: 'A', sequence: 2, base: 'c0', sawWait: true, event: startAt(60, R2) }
  const late: Command = { id: 'c2', device: 'B', sequence: 1, base: 'c0', sawWait: false, event: startAt(40, R3) }
  const { history } = mergeCommand(mergeCommand(held, anew, at(94)).history, late, at(95))
  expect(savedMinutes(history, 86)).toEqual(['0-25', '40-60', '60-85'])
})

test('T10 a command on another run does not lift the hold', () => {
  const { history } = deliverCommands(['A', startAt(-60, R2), null], ['A', startAt(0), null])
  const held = holdForAbsentUser(history, at(90), at(12))
  const event = { ...eventAt(-50, 'pause'), runId: R2 }
  const after = mergeCommand(held, { id: 'late', device: 'B', sequence: 1, base: 'c0', sawWait: false, event }, at(95))
  expect(after.ack).toMatchObject({ isAccepted: true })
  expect(statusAt(after.history, 95)).toBe('paused')
})

// prettier-ignore
test.each([[0.5, 'discarded'], [1, 'saved'], [2, 'saved']])('T4 a focus session of %d s that one device discards and another saves is %s', (seconds, status) => {
  const minute = seconds / 60
  const { history, codes } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(minute, 'stop', { save: false }), 'c0'],
    ['B', eventAt(1, 'stop', { save: true }), 'c0'],
  )
  expect(codes.at(-1)).toBe('resurrected')
  expect(focusSessionsAt(history, at(2)).map(({ status }) => status)).toEqual([status])
})

const describe = (state: TimerState) =>
  `${isWaiting(state) ? 'waiting' : state.status} ${state.mode} ${state.repetition}`

/** What a run shows at some minutes if its user does nothing but start the phases that wait. */
function listStates(autoStart: TimerConfig['autoStart'], resumesAt: number[], minutes: number[]) {
  let state = startRun(aStartEvent({ config: { ...CONFIG, ...(autoStart && { autoStart }) } }))
  const resumed = resumesAt.map((minute) => {
    state = applyEvent(state, 'resume', minute * MINUTE_MS).state
    return [minute, state] as const
  })
  const begun = [[0, startRun(aStartEvent({ config: state.config }))] as const, ...resumed]
  return minutes.map((minute) => {
    const [, last] = begun.findLast(([at]) => at <= minute)!
    return describe(advance(last, T0 + minute * MINUTE_MS).state)
  })
}

// prettier-ignore
test.each<[string, TimerConfig['autoStart'], number[], number[], string[]]>([
  ['all phases begin by themselves by default', undefined,                       [],           [26, 31],             ['running break 1', 'running work 2']],
  ['or if that is chosen',                      { breaks: true, work: true },    [],           [26, 31],             ['running break 1', 'running work 2']],
  ['a break waits',                             { breaks: false, work: true },   [40],         [26, 39, 41, 46],     ['waiting break 1', 'waiting break 1', 'running break 1', 'running work 2']],
  ['work waits',                                { breaks: true, work: false },   [60],         [26, 31, 59, 61],     ['running break 1', 'waiting work 2', 'waiting work 2', 'running work 2']],
  ['both wait',                                 { breaks: false, work: false },  [40, 50],     [26, 41, 46, 51],     ['waiting break 1', 'running break 1', 'waiting work 2', 'running work 2']],
])('T42 auto-start: %s', (_what, autoStart, resumesAt, minutes, states) => {
  expect(listStates(autoStart, resumesAt, minutes)).toEqual(states)
})

test('T42 a phase that waits counts no time, and none of its deadline passes', () => {
  const config = { ...CONFIG, autoStart: { breaks: false, work: false } }
  const { state, ended } = advance(startRun(aStartEvent({ config })), T0 + 600 * MINUTE_MS)
  expect([describe(state), deadlineOf(state), ended.length]).toEqual(['waiting break 1', null, 1])
  expect(deadlineOf(applyEvent(state, 'resume', 600 * MINUTE_MS).state)).toBe(T0 + 605 * MINUTE_MS)
})

test('T42 a user who ends a phase begins the next one, and a phase that was paused is not waiting', () => {
  const config = { ...CONFIG, autoStart: { breaks: false, work: false } }
  const skipped = applyEvent(startRun(aStartEvent({ config })), 'skip', MINUTE_MS, { save: true }).state
  expect(describe(skipped)).toBe('running break 1')
  expect(describe(applyEvent(skipped, 'pause', 2 * MINUTE_MS).state)).toBe('paused break 1')
  const waiting = advance(startRun(aStartEvent({ config })), T0 + 25 * MINUTE_MS).state
  expect(describe(applyEvent(waiting, 'skip', 30 * MINUTE_MS, { save: false }).state)).toBe('running work 2')
})
