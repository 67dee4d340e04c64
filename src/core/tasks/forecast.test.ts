import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { IDLE, type TimerConfig, type TimerState } from '#core/timer/state.ts'
import type { PlanItem } from './day-plan.ts'
import { forecastPlan } from './forecast.ts'

const NOW = 1_000 * MINUTE_MS
const ALWAYS = { breaks: true, work: true }
const CONFIG: TimerConfig = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 }
const LONG: TimerConfig = { ...CONFIG, longBreak: { ms: 20 * MINUTE_MS, every: 2 } }

const itemOf = (id: string, sessions: number, done = 0): PlanItem<{ id: string }> => ({
  task: { id },
  sessions,
  done,
  isDone: done >= sessions,
  isCarriedOver: false,
})

/** A run on a task, in its first session for ten minutes. */
const runOn = (taskId: string | null, over: Partial<TimerState> = {}): TimerState => ({
  ...IDLE,
  status: 'running',
  runId: 'r',
  phaseMs: 25 * MINUTE_MS,
  runningSince: NOW - 10 * MINUTE_MS,
  config: CONFIG,
  subject: { projectId: 'p', taskId, notes: '', tags: [] },
  ...over,
})
const inBreak = { mode: 'break', phaseMs: 5 * MINUTE_MS, runningSince: NOW - MINUTE_MS } as const
const waiting = { status: 'paused', phase: 2, repetition: 2, runningSince: null } as const
const openOvertime = { phaseMs: null, runningSince: NOW - 40 * MINUTE_MS } as const

const A2_B2 = [itemOf('a', 2), itemOf('b', 2)]

// The sessions with the minutes from now at which they begin.
// prettier-ignore
test.each<[string, PlanItem<{ id: string }>[], TimerState, TimerConfig, string]>([
  ['with breaks between them',                           [itemOf('a', 2, 1), itemOf('b', 1, 1), itemOf('c', 2)], IDLE, CONFIG,             'a 0, c 30, c 60'],
  ['with long breaks',                                   A2_B2,                IDLE,                                           LONG,         'a 0, a 30, b 75, b 105'],
  ['without short breaks, but long ones',                A2_B2,                IDLE,                                           { ...LONG, breakMs: 0 }, 'a 0, a 25, b 70, b 95'],
  ['with a long break after each',                       A2_B2,                IDLE,                                           { ...LONG, longBreak: { ms: 10 * MINUTE_MS, every: 1 } }, 'a 0, a 35, b 70, b 105'],
  ['after the sessions that the plan has for the run',   A2_B2,                runOn('a'),                                     CONFIG,       'a 0, a 20, b 50, b 80'],
  ['and count on for the long break',                    A2_B2,                runOn('a', { config: LONG }),                   LONG,         'a 0, a 20, b 65, b 95'],
  ['after the first long break of a run',                [itemOf('a', 4)],     runOn('a', { config: LONG, repetition: 2 }),    LONG,         'a 0, a 35, a 65, a 110'],
  ['if the run has fewer than the plan',                 [itemOf('a', 4)],     runOn('a', { config: { ...CONFIG, repetitions: 2 } }), CONFIG, 'a 0, a 20, a 50, a 80'],
  ['after all of a run on work that is not planned',     [itemOf('a', 1)],     runOn('x', { repetition: 3 }),                  CONFIG,       '- 0, - 20, a 50'],
  ['after all of a run without a task',                  [itemOf('a', 1)],     runOn(null, { repetition: 4 }),                 CONFIG,       '- 0, a 20'],
  ['after the present session of a task that is done',   [itemOf('a', 1, 1), itemOf('b', 1)], runOn('a', { repetition: 2 }),   CONFIG,       'a 0, b 20'],
  ['after the break that runs',                          A2_B2,                runOn('a', inBreak),                            CONFIG,       'a 4, a 34, b 64, b 94'],
  ['after the last break of a run',                      [itemOf('a', 1)],     runOn('x', { ...inBreak, repetition: 4 }),      CONFIG,       'a 4'],
  ['after a break whose task is done',                   [itemOf('a', 1, 1), itemOf('b', 1)], runOn('a', inBreak),             CONFIG,       'b 4'],
  ['from now if a session waits',                        [itemOf('a', 2, 1), itemOf('b', 1)], runOn('a', waiting),             CONFIG,       'a 0, b 30'],
  ['from now if a break waits',                          [itemOf('a', 2, 1)],  runOn('a', { ...waiting, mode: 'break', phaseMs: 5 * MINUTE_MS }), CONFIG, 'a 5'],
  ['after a break if overtime ended now',                A2_B2,                runOn('a', openOvertime),                       CONFIG,       'a 5, b 35, b 65'],
  ['from now beside a stopwatch',                        [itemOf('b', 1)],     runOn('a', { isInfinite: true, phaseMs: null }), CONFIG,      'b 0'],
  ['none if all is done',                                [itemOf('a', 1, 1)],  IDLE,                                           CONFIG,       ''],
])('K15 the sessions that are left, %s', (_what, plan, state, config, expected) => {
  const { sessions } = forecastPlan(plan, { now: NOW, state, config, autoStart: ALWAYS })
  const texts = sessions.map(({ task, segment: [start] }) => `${task?.id ?? '-'} ${(start - NOW) / MINUTE_MS}`)
  expect(texts.join(', ')).toBe(expected)
})

// prettier-ignore
test.each([
  ['every phase begins by itself',            2, ALWAYS,                         false],
  ['breaks wait',                             2, { breaks: false, work: true },  true],
  ['sessions wait',                           2, { breaks: true, work: false },  true],
  ['sessions wait, but there is only one',    1, { breaks: true, work: false },  false],
])('K15 whether the day may end later: %s', (_what, count, autoStart, expected) => {
  const { isEarliest } = forecastPlan([itemOf('a', count)], { now: NOW, state: IDLE, config: CONFIG, autoStart })
  expect(isEarliest).toBe(expected)
})

const items = fc.array(fc.record({ sessions: fc.integer({ min: 1, max: 20 }), done: fc.nat(25) }), { maxLength: 12 })

test('K15 forecast sessions never overlap, and are as many as are left', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 180 }), fc.nat(60), fc.nat(5), (plan, work, rest, every) => {
      const all = plan.map(({ sessions, done }, index) => itemOf(String(index), sessions, done))
      const config: TimerConfig = {
        workMs: work * MINUTE_MS,
        breakMs: rest * MINUTE_MS,
        repetitions: 4,
        longBreak: every === 0 ? null : { ms: 2 * rest * MINUTE_MS, every },
      }
      const { sessions } = forecastPlan(all, { now: NOW, state: IDLE, config, autoStart: ALWAYS })
      expect(sessions).toHaveLength(plan.reduce((sum, { sessions, done }) => sum + Math.max(0, sessions - done), 0))
      for (const [index, { segment }] of sessions.entries()) {
        expect(segment[1] - segment[0]).toBe(config.workMs)
        const isLong = every > 0 && index % every === 0
        const pause = index === 0 ? 0 : segment[0] - sessions[index - 1]!.segment[1]
        if (index > 0) expect(pause).toBe(isLong ? 2 * rest * MINUTE_MS : config.breakMs)
      }
    }),
  )
})
