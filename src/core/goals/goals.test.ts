import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftDate } from '#core/time/calendar-dates.ts'
import {
  asksForTheSame,
  dayTargetOn,
  type Goal,
  historiesOf,
  isGoal,
  NO_TARGET,
  ownWeekTargetOn,
  setGoal,
  type Target,
  weekTargetOf,
} from './goals.ts'

const SIX_HOURS: Target = { minutes: 360, sessions: 0 }
const EIGHT_SESSIONS: Target = { minutes: 0, sessions: 8 }
const WORK_WEEK: Target = { minutes: 30 * 60, sessions: 0 }

const workDays = (target: Target) => [...Array<Target>(5).fill(target), NO_TARGET, NO_TARGET]
const goal = (from: string, target: Target, week = NO_TARGET): Goal => ({
  project: null,
  from,
  days: workDays(target),
  week,
})
const off = (from: string) => goal(from, NO_TARGET)

/** Six hours on work days from Wednesday 4 March 2026, eight sessions from Thursday 12. */
const CHANGED = [goal('2026-03-04', SIX_HOURS), goal('2026-03-12', EIGHT_SESSIONS)]

// prettier-ignore
test.each<[date: string, what: string, target: Target | null]>([
  ['2026-03-03', 'the day before the first goal', null],
  ['2026-03-04', 'the first day',                 SIX_HOURS],
  ['2026-03-07', 'a Saturday',                    null],
  ['2026-03-11', 'the day before the change',     SIX_HOURS],
  ['2026-03-12', 'the day of the change',         EIGHT_SESSIONS],
  ['2027-03-12', 'a Friday a year later',         EIGHT_SESSIONS],
])('V20 a day has the goal that counted then: %s, %s', (date, _what, target) => {
  expect(dayTargetOn(CHANGED, date)).toEqual(target)
})

// prettier-ignore
test.each<[week: string, what: string, history: Goal[], target: Target | null]>([
  ['2026-02-23', 'before the first goal',           CHANGED, null],
  ['2026-03-02', 'of the first goal, since Wednesday', CHANGED, { minutes: 3 * 360, sessions: 0 }],
  ['2026-03-09', 'with a change of the days',       CHANGED, { minutes: 3 * 360, sessions: 2 * 8 }],
  ['2026-03-16', 'after it',                        CHANGED, { minutes: 0, sessions: 40 }],
  ['2026-03-09', 'in which a goal for weeks began', [goal('2026-03-12', SIX_HOURS, WORK_WEEK)], WORK_WEEK],
  ['2026-03-02', 'before that',                     [goal('2026-03-12', SIX_HOURS, WORK_WEEK)], null],
  ['2026-03-09', 'in which it ended',               [goal('2026-03-02', NO_TARGET, WORK_WEEK), off('2026-03-15')], null],
  ['2026-03-08', 'from Sunday, with a change on Saturday', [goal('2026-03-14', NO_TARGET, WORK_WEEK)], WORK_WEEK],
])('V21 a week has the goal of its last day, or the sum of its days: %s, %s', (week, _what, history, target) => {
  expect(weekTargetOf(history, week)).toEqual(target)
})

test('a week of daily goals has no target of its own', () => {
  expect(ownWeekTargetOn(CHANGED, '2026-03-18', 1)).toBeNull()
  expect(ownWeekTargetOn([goal('2026-03-12', SIX_HOURS, WORK_WEEK)], '2026-03-09', 1)).toEqual(WORK_WEEK)
  expect(ownWeekTargetOn([goal('2026-03-15', SIX_HOURS, WORK_WEEK)], '2026-03-14', 7)).toBeNull()
})

// prettier-ignore
test.each<[what: string, history: Goal[], set: Goal, result: Goal[]]>([
  ['the first one',                 [],          CHANGED[0]!,                      [CHANGED[0]!]],
  ['another one later',             [CHANGED[0]!], CHANGED[1]!,                    CHANGED],
  ['another one on the same day',   CHANGED,     goal('2026-03-12', SIX_HOURS, WORK_WEEK), [CHANGED[0]!, goal('2026-03-12', SIX_HOURS, WORK_WEEK)]],
  ['the former one again',          CHANGED,     goal('2026-03-12', SIX_HOURS),    [CHANGED[0]!]],
  ['none from a later day',         CHANGED,     off('2026-03-20'),                [...CHANGED, off('2026-03-20')]],
  ['none, twice',                   [...CHANGED, off('2026-03-20')], off('2026-03-25'), [...CHANGED, off('2026-03-20')]],
  ['none on its first day',         [CHANGED[0]!], off('2026-03-04'),              []],
  ['an earlier start',              [CHANGED[0]!], goal('2026-03-02', SIX_HOURS),  [goal('2026-03-02', SIX_HOURS)]],
])('V22 setting a goal: %s', (_what, history, set, result) => {
  expect(setGoal(history, set)).toEqual(result)
})

const aTarget = fc.record({ minutes: fc.constantFrom(0, 60, 360), sessions: fc.constantFrom(0, 8) })
const aDate = fc.nat(40).map((day) => shiftDate('2026-03-01', day))
const aGoal: fc.Arbitrary<Goal> = fc.record({
  project: fc.constant(null),
  from: aDate,
  days: fc.array(aTarget, { minLength: 7, maxLength: 7 }),
  week: aTarget,
})
const aHistory = fc.array(aGoal, { maxLength: 6 }).map((goals) => goals.reduce<Goal[]>(setGoal, []))

test('V22 a goal changes no day before it, and none from the next goal on', () => {
  const law = fc.property(aHistory, aGoal, fc.array(aDate), (history, set, dates) => {
    const after = setGoal(history, set)
    const next = history.find(({ from }) => from > set.from)
    for (const date of dates) {
      const isChanged = date >= set.from && (next === undefined || date < next.from)
      expect(dayTargetOn(after, date)).toEqual(dayTargetOn(isChanged ? [set] : history, date))
    }
  })
  fc.assert(law)
})

test('V22 a history is in order, starts with a goal and repeats none, and setting a goal twice is setting it once', () => {
  const law = fc.property(aHistory, aGoal, (history, set) => {
    const once = setGoal(history, set)
    expect(setGoal(once, set)).toEqual(once)
    for (const [index, goal] of once.entries()) {
      const before = once[index - 1]
      expect(before === undefined ? isGoal(goal) : before.from < goal.from && !asksForTheSame(before, goal)).toBe(true)
    }
  })
  fc.assert(law)
})

test('goals of several scopes are told apart, each in order', () => {
  const ofProject = { ...CHANGED[0]!, project: 'p' }
  const histories = historiesOf([CHANGED[1]!, ofProject, CHANGED[0]!])
  expect(histories).toEqual(
    new Map([
      [null, CHANGED],
      ['p', [ofProject]],
    ]),
  )
})
