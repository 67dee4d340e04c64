import { expect, test } from 'vitest'
import type { GoalProgress } from '#contract/goals/goals.ts'
import { HOUR_MS } from '#core/time/units.ts'
import type { ReportQuery } from '#web/features/reports/queries.ts'
import { addGoals, countGoals, goalScopeOf } from './goal-columns.ts'

const QUERY: ReportQuery = { from: '2026-03-02', to: '2026-03-08', zone: 'UTC', group: 'project' }

// prettier-ignore
test.each<[what: string, change: Partial<ReportQuery>, scope: string | null | undefined]>([
  ['everything',             {},                     null],
  ['one project',            { projects: 'a' },      'a'],
  ['two projects',           { projects: 'a,b' },    undefined],
  ['a tag',                  { tags: 'x' },          undefined],
  ['a project and a search', { projects: 'a', search: 'draw' }, undefined],
  ['rounded time',           { rounding: 'up' },     undefined],
])('V27 a report of %s has the goal of its work', (_what, change, scope) => {
  expect(goalScopeOf({ ...QUERY, ...change })).toBe(scope)
})

const SIX = { minutes: 360, sessions: 0 }
const PROGRESS: GoalProgress = {
  days: [
    { day: '2026-03-06', target: SIX, milliseconds: 6 * HOUR_MS, sessions: 0 },
    { day: '2026-03-07', target: null, milliseconds: HOUR_MS, sessions: 0 },
    { day: '2026-03-08', target: SIX, milliseconds: HOUR_MS, sessions: 0 },
  ],
  weeks: [{ day: '2026-03-02', target: { minutes: 0, sessions: 20 }, milliseconds: 8 * HOUR_MS, sessions: 20 }],
  endsToday: true,
  streak: { current: 1, longest: 1 },
}
const columnOf = (id: string) => ({ id, label: '', title: '', milliseconds: 0, parts: [] })

test('V27 the goal of each day is part of its column, without one on rest days and after today', () => {
  const columns = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map(columnOf)
  const goalsOf = (step: 'day' | 'month') =>
    addGoals(columns, PROGRESS, step).map(({ goalMilliseconds = 0 }) => goalMilliseconds / HOUR_MS)
  expect(goalsOf('day')).toEqual([6, 0, 6, 0])
  expect(goalsOf('month')).toEqual([0, 0, 0, 0])
  expect(addGoals(columns, undefined, 'day')).toEqual(columns)
})

test('V27 the days or weeks of the chart are counted, today only if its goal is met', () => {
  expect(countGoals(PROGRESS, 'day')).toEqual({ met: 1, of: 1 })
  expect(countGoals({ ...PROGRESS, endsToday: false }, 'day')).toEqual({ met: 1, of: 2 })
  expect(countGoals(PROGRESS, 'week')).toEqual({ met: 1, of: 1 })
  expect(countGoals(PROGRESS, 'month')).toBeUndefined()
})
