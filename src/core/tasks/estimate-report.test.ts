import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { ESTIMATE_UNITS } from './estimate.ts'
import { ESTIMATE_ORDERS, type EstimatedTask, reportEstimates } from './estimate-report.ts'

const nameOf = (_dimension: string, id: string) => id.toUpperCase()

const sessions = (task: string, project: string, amount: number, done: number): EstimatedTask => ({
  task,
  project,
  estimate: { unit: 'sessions', amount },
  isCompleted: false,
  work: { milliseconds: done * HOUR_MS, sessions: done },
  workInPeriod: { milliseconds: HOUR_MS, sessions: 1 },
})
const hours = (task: string, project: string, amount: number, done: number): EstimatedTask => ({
  ...sessions(task, project, amount, done),
  estimate: { unit: 'minutes', amount: amount * 60 },
  work: { milliseconds: done * HOUR_MS, sessions: 0 },
  workInPeriod: { milliseconds: done * HOUR_MS, sessions: 0 },
})

const TASKS = [hours('b', 'p', 2, 1), sessions('a', 'p', 4, 5), hours('d', 'q', 1, 3), hours('c', 'q', 8, 8)]

test('U39 estimates are added up by project and in all, those in sessions apart from those in hours', () => {
  const { totals, projects } = reportEstimates(TASKS, nameOf)
  expect(totals).toEqual({
    over: 2,
    within: 2,
    sessions: { unit: 'sessions', estimated: 4, done: 5, difference: 1 },
    milliseconds: { unit: 'milliseconds', estimated: 11 * HOUR_MS, done: 12 * HOUR_MS, difference: HOUR_MS },
    millisecondsInPeriod: 13 * HOUR_MS,
  })
  const q = projects.find(({ project }) => project === 'q')!
  expect([q.totals.over, q.totals.within, q.totals.sessions]).toEqual([1, 1, undefined])
})

// prettier-ignore
test.each([
  ['difference', [['q', 'd', 'c'], ['p', 'a', 'b']]],
  ['time',       [['q', 'c', 'd'], ['p', 'a', 'b']]],
  ['name',       [['p', 'a', 'b'], ['q', 'c', 'd']]],
] as const)('U39 projects and their tasks are in the same order: by %s', (order, expected) => {
  const { projects } = reportEstimates(TASKS, nameOf, order)
  expect(projects.map(({ project, lines }) => [project, ...lines.map(({ task }) => task)])).toEqual(expected)
})

test('U39 in every order the projects have every task once and add up to the total', () => {
  const aWork = fc.record({ milliseconds: fc.nat(100 * HOUR_MS), sessions: fc.nat(20) })
  const aTask = fc.record({
    task: fc.uuid(),
    project: fc.constantFrom('p', 'q', 'r'),
    estimate: fc.record({ unit: fc.constantFrom(...ESTIMATE_UNITS), amount: fc.integer({ min: 1, max: 600 }) }),
    isCompleted: fc.boolean(),
    work: aWork,
    workInPeriod: aWork,
  })
  const law = fc.property(fc.array(aTask), fc.constantFrom(...ESTIMATE_ORDERS), (tasks, order) => {
    const { totals, projects } = reportEstimates(tasks, nameOf, order)
    const ids = projects.flatMap(({ lines }) => lines.map(({ task }) => task))
    expect(ids.toSorted()).toEqual(tasks.map(({ task }) => task).toSorted())
    const sum = (valueOf: (part: typeof totals) => number) =>
      projects.reduce((total, { totals }) => total + valueOf(totals), 0)
    expect([sum(({ over }) => over), sum(({ within }) => within)]).toEqual([totals.over, totals.within])
    expect(sum(({ milliseconds }) => milliseconds?.done ?? 0)).toBe(totals.milliseconds?.done ?? 0)
    expect(sum(({ sessions }) => sessions?.difference ?? 0)).toBe(totals.sessions?.difference ?? 0)
    expect(sum(({ millisecondsInPeriod }) => millisecondsInPeriod)).toBe(totals.millisecondsInPeriod)
  })
  fc.assert(law)
})
