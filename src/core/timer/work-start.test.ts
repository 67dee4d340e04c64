import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { focusSessionsAt } from './focus-sessions.ts'
import { deadlineOf, elapsedAt, type TimerState } from './state.ts'
import { at, deliverCommands, eventAt, R2, savedMinutes, startAt } from './testing/deliver-commands.ts'
import { aStartEvent, applyEvent, T0, tryEvent } from './testing/state-events.ts'
import { startRun } from './transition.ts'
import { earliestWorkStart, workStartOf } from './work-start.ts'

const WORK = startRun(aStartEvent())
const STOPWATCH = startRun(aStartEvent({ isInfinite: true }))
const PAUSED = applyEvent(STOPWATCH, 'pause', 4 * MINUTE_MS).state
const BREAK = applyEvent(WORK, 'skip', MINUTE_MS, { save: true }).state
const SECOND = applyEvent(BREAK, 'skip', 3 * MINUTE_MS, { save: true }).state
const minutes = (from: number) => (from - T0) / MINUTE_MS

// Each start is corrected ten minutes after the run has begun.
// prettier-ignore
test.each<[string, TimerState, startedAt: number, start: number, elapsed: number]>([
  ['a session began earlier',                      WORK,      -10,            -10,       20],
  ['a session began later',                        WORK,        7,              7,        3],
  ['not so early that the session would be over',  WORK,      -40,            -15,       25],
  ['not in the future',                            WORK,       11,             10,        0],
  ['a stopwatch began earlier',                    STOPWATCH, -60,            -60,       70],
  ['a stopwatch, by a day at most',                STOPWATCH, -9e4, 10 - DAY_MS / MINUTE_MS, DAY_MS / MINUTE_MS],
  ['a paused stopwatch began earlier',             PAUSED,    -10,            -10,       14],
  ['a paused stopwatch began later',               PAUSED,      3,              3,        1],
  ['not into the session before',                  SECOND,    -10,              1,        9],
])('T39 the start is corrected: %s', (_what, state, startedAt, start, elapsed) => {
  const now = 10 * MINUTE_MS
  const moved = applyEvent(state, 'begin', now, { startedAt: T0 + startedAt * MINUTE_MS }).state
  expect(minutes(workStartOf(moved) ?? T0 + now)).toBe(start)
  expect(elapsedAt(moved, T0 + now) / MINUTE_MS).toBe(elapsed)
  expect(moved.status).toBe(state.status)
  if (state === WORK) expect((deadlineOf(moved)! - T0 - now) / MINUTE_MS).toBe(25 - elapsed)
  expect(minutes(earliestWorkStart(state, T0 + now))).toBeLessThanOrEqual(start)
})

test('T39 a break and a continued entry keep their start', () => {
  const continued = startRun(aStartEvent({ continues: { entryId: 'e', startedAt: T0 - MINUTE_MS } }))
  const begin = { startedAt: T0 - 5 * MINUTE_MS }
  expect(tryEvent(BREAK, 'begin', 2 * MINUTE_MS, begin)).toEqual({ ok: false, code: 'fixed-start' })
  expect(tryEvent(continued, 'begin', 2 * MINUTE_MS, begin)).toEqual({ ok: false, code: 'fixed-start' })
})

test('T39 I2 a corrected start takes no time from an earlier session', () => {
  const { history, codes } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['A', startAt(15, R2), 'c1'],
    ['A', eventAt(16, 'begin', { runId: R2, startedAt: at(5) }), 'c2'],
    ['A', eventAt(20, 'stop', { runId: R2, save: true }), 'c3'],
  )
  expect(codes).toEqual(Array.from({ length: 5 }, () => 'accepted'))
  expect(savedMinutes(history, 20)).toEqual(['0-10', '10-15 15-20'])
  expect(focusSessionsAt(history, at(20))).toHaveLength(2)
})

test('T39 I2 a corrected start takes no time from an earlier session whose start was corrected too', () => {
  const { history } = deliverCommands(
    ['A', startAt(9), null],
    ['A', eventAt(9, 'begin', { startedAt: at(0) }), 'c0'],
    ['A', eventAt(10, 'stop', { save: true }), 'c1'],
    ['A', startAt(11, R2), 'c2'],
    ['A', eventAt(11, 'begin', { runId: R2, startedAt: at(6) }), 'c3'],
    ['A', eventAt(12, 'stop', { runId: R2, save: true }), 'c4'],
  )
  expect(savedMinutes(history, 12)).toEqual(['0-9 9-10', '10-11 11-12'])
})

test('T39 a late correction does not override a later command', () => {
  const { codes } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(10, 'pause'), 'c0'],
    ['B', eventAt(5, 'begin', { startedAt: at(-5) }), 'c0', 11],
  )
  expect(codes.at(-1)).toBe('stale')
})

test('T39 I3 a correction that fills a phase of a run that another device has ended keeps its work', () => {
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(2, 'begin', { startedAt: at(-30) }), 'c0'],
    ['B', startAt(1, R2), null, 3],
  )
  expect(savedMinutes(history, 3)).toEqual(['-23-0 0-1'])
})

test('T39 I2 the start of a phase that has no time yet takes none from a later run', () => {
  const { history } = deliverCommands(
    ['A', startAt(10), null],
    ['A', eventAt(10, 'pause'), 'c0'],
    ['B', startAt(12, R2), null],
    ['A', eventAt(13, 'begin', { startedAt: at(5) }), 'c1'],
  )
  expect(savedMinutes(history, 13)).toEqual(['5-10 10-12'])
})
