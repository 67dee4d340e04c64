import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/units.ts'
import { type Command, holdForAbsent, receive, sessionsAt, viewAt } from './merge.ts'
import { arrive, at, does, R, R2, R3, saved, starts, status } from './testing/arrivals.ts'

const SHORT = { config: { workMs: 2 * MINUTE_MS, breakMs: 0, repetitions: 1 } }

test('T10 nobody there: the running phase ends by itself, the next work waits', () => {
  const { ledger } = arrive(['A', starts(0), null])
  const held = holdForAbsent(ledger, at(90), at(12))
  expect(held.revision).toBe(ledger.revision + 1)
  expect(saved(held, 90)).toEqual(['0-25'])
  expect(viewAt(held, at(90))).toMatchObject({ status: 'paused', mode: 'work', repetition: 2, stretches: [] })
  const resumed = receive(
    held,
    { id: 'c1', device: 'A', sequence: 2, base: 'c0', sawWait: true, event: does(95, 'resume', { phase: 2 }) },
    at(95),
  )
  expect(saved(resumed.ledger, 125)).toEqual(['0-25', '95-120'])
})

test('T10 whoever worked on without having seen the timer wait was there', () => {
  const { ledger } = arrive(['A', starts(0), null])
  const held = holdForAbsent(ledger, at(90), at(12))
  const event = does(40, 'stop', { phase: 2, save: true })
  const worked = receive(held, { id: 'c1', device: 'A', sequence: 2, base: 'c0', sawWait: false, event }, at(95))
  expect(saved(worked.ledger, 95)).toEqual(['0-25', '30-40'])
})

// prettier-ignore
test.each<[why: string, Parameters<typeof arrive>, now: number, lastSeen: number]>([
  ['nothing has been started',           [],                                      31,  0],
  ['somebody was there when work began', [['A', starts(0), null]],                31,  30],
  ['work has not begun',                 [['A', starts(0), null]],                29,  0],
  ['all of it is done',                  [['A', starts(0, R, SHORT), null]],      31,  0],
])('T10 nothing waits: %s', (_why, arrivals, now, lastSeen) => {
  const { ledger } = arrive(...arrivals)
  expect(holdForAbsent(ledger, at(now), at(lastSeen))).toBe(ledger)
})

test('T10 work waits from the very moment on which it was to begin, and does so once', () => {
  const { ledger } = arrive(['A', starts(0), null])
  const held = holdForAbsent(ledger, at(30), at(12))
  expect(status(held, 29)).toBe('running')
  expect(viewAt(held, at(30))).toMatchObject({ status: 'paused', mode: 'work', repetition: 2 })
  expect(holdForAbsent(held, at(200), at(12))).toBe(held)
})

/** What arrives at 10:95 at a timer that has waited since 10:30. */
function arriveLate(
  event: Command['event'],
  base: string | null,
  sawWait: boolean,
  ...before: Parameters<typeof arrive>
) {
  const held = holdForAbsent(arrive(['A', starts(0), null], ...before).ledger, at(90), at(12))
  const { ledger, ack } = receive(held, { id: 'late', device: 'B', sequence: 1, base, sawWait, event }, at(95))
  return { ledger, code: ack!.code ?? 'taken' }
}

// prettier-ignore
test.each<[why: string, event: Command['event'], base: string | null, sawWait: boolean, code: string, sessions: string[]]>([
  ['who knew of it all starts anew',       starts(40, R2), 'c0', false, 'already-running', ['0-25']],
  ['who saw it wait starts anew',          starts(40, R2), 'c0', true,  'taken',           ['0-25', '40-65']],
  ['who knew of nothing starts anew',      starts(40, R2), null, false, 'taken',           ['0-25', '40-65']],
  ['who knew less has stopped it',         does(40, 'stop', { phase: 2, save: true }), 'other', false, 'taken', ['0-25', '30-40']],
  ['who saw it wait has stopped it',       does(40, 'stop', { phase: 2, save: true }), 'c0',    true,  'taken', ['0-25']],
])('T10 it did not wait for whoever worked on without having seen it: %s', (_why, event, base, sawWait, code, sessions) => {
  const late = arriveLate(event, base, sawWait)
  expect(late.code).toBe(code)
  expect(saved(late.ledger, 66)).toEqual(sessions)
})

test('T10 a late start ends no wait of a run that another has followed', () => {
  const held = holdForAbsent(arrive(['A', starts(0), null]).ledger, at(90), at(12))
  const anew: Command = { id: 'c1', device: 'A', sequence: 2, base: 'c0', sawWait: true, event: starts(60, R2) }
  const late: Command = { id: 'c2', device: 'B', sequence: 1, base: 'c0', sawWait: false, event: starts(40, R3) }
  const { ledger } = receive(receive(held, anew, at(94)).ledger, late, at(95))
  expect(saved(ledger, 86)).toEqual(['0-25', '40-60', '60-85'])
})

test('T10 a press on another run ends no wait', () => {
  const { ledger } = arrive(['A', starts(-60, R2), null], ['A', starts(0), null])
  const held = holdForAbsent(ledger, at(90), at(12))
  const event = { ...does(-50, 'pause'), runId: R2 }
  const after = receive(held, { id: 'late', device: 'B', sequence: 1, base: 'c0', sawWait: false, event }, at(95))
  expect(after.ack).toMatchObject({ isAccepted: true })
  expect(status(after.ledger, 95)).toBe('paused')
})

// prettier-ignore
test.each([[0.5, 'discarded'], [1, 'saved'], [2, 'saved']])('T4 of what one device throws away and another keeps, %d s are %s', (seconds, status) => {
  const minute = seconds / 60
  const { ledger, codes } = arrive(
    ['A', starts(0), null],
    ['A', does(minute, 'stop', { save: false }), 'c0'],
    ['B', does(1, 'stop', { save: true }), 'c0'],
  )
  expect(codes.at(-1)).toBe('resurrected')
  expect(sessionsAt(ledger, at(2)).map(({ status }) => status)).toEqual([status])
})
