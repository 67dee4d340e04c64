import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from './command.ts'
import { focusSessionsAt } from './focus-sessions.ts'
import { holdForAbsentUser } from './holds.ts'
import { mergeCommand } from './merge-command.ts'
import { timerStateAt } from './replay.ts'
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
