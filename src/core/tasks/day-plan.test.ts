import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import {
  forecastPlan,
  lastPosition,
  moveItem,
  type Placed,
  type PlanItem,
  planOf,
  type PlanProgress,
} from './day-plan.ts'

const DAY = Date.parse('2026-03-03T00:00:00Z')
const at = (hours: number) => DAY + hours * HOUR_MS
const iso = (hours: number) => new Date(at(hours)).toISOString()
const YESTERDAY = -10

interface TaskFields {
  sessions?: number
  position?: number
  status?: 'pending' | 'inProgress' | 'completed'
  updated?: number
}

const taskOf = (
  id: string,
  since: number,
  { sessions = 2, position = 1, status = 'pending', updated = since }: TaskFields = {},
) => ({
  id,
  status,
  planned: { sessions, position, since: iso(since) },
  updatedAt: iso(updated),
})

// prettier-ignore
test.each<[what: string, task: ReturnType<typeof taskOf>, progress: PlanProgress | undefined, expected: object | undefined]>([
  ['planned today',                       taskOf('a', 9),                                          undefined,                            { done: 0, isDone: false, isCarriedOver: false }],
  ['begun',                               taskOf('a', 9),                                          { sessions: 1, lastEndedAt: at(10) }, { done: 1, isDone: false }],
  ['done today',                          taskOf('a', 9),                                          { sessions: 2, lastEndedAt: at(10) }, { done: 2, isDone: true }],
  ['with more sessions than planned',     taskOf('a', 9),                                          { sessions: 3, lastEndedAt: at(10) }, { done: 3, isDone: true }],
  ['completed today without sessions',    taskOf('a', 9, { status: 'completed', updated: 11 }),    undefined,                            { done: 0, isDone: true }],
  ['not begun yesterday',                 taskOf('a', YESTERDAY),                                  undefined,                            { isDone: false, isCarriedOver: true }],
  ['begun yesterday',                     taskOf('a', YESTERDAY),                                  { sessions: 1, lastEndedAt: at(-9) }, { done: 1, isDone: false, isCarriedOver: true }],
  ['begun yesterday, done today',         taskOf('a', YESTERDAY),                                  { sessions: 2, lastEndedAt: at(8) },  { done: 2, isDone: true }],
  ['done yesterday',                      taskOf('a', YESTERDAY),                                  { sessions: 2, lastEndedAt: at(-9) }, undefined],
  ['completed yesterday',                 taskOf('a', YESTERDAY, { status: 'completed', updated: -8 }), undefined,                       undefined],
])('a task that was %s', (_what, task, progress, expected) => {
  const [item] = planOf([task], () => progress, DAY)
  if (expected === undefined) expect(item).toBeUndefined()
  else expect(item).toMatchObject(expected)
})

test('a plan has the planned tasks alone, in the order of their positions', () => {
  const tasks = [
    { ...taskOf('none', 9), planned: null },
    taskOf('b', 9, { position: 2 }),
    taskOf('d', 9, { position: 5 }),
    taskOf('c', 9, { position: 5 }),
    taskOf('a', 10, { position: 1 }),
  ]
  expect(planOf(tasks, () => undefined, DAY).map(({ task }) => task.id)).toEqual(['a', 'b', 'c', 'd'])
})

const moves = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 80 })

test('after any moves the order is as if a list had been reordered', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), moves, (count, moves) => {
      let placed: Placed[] = []
      for (let index = 0; index < count; index += 1)
        placed.push({ id: String(index), position: lastPosition(placed.map(({ position }) => position)) })
      let expected = placed.map(({ id }) => id)
      for (const [from, to] of moves.map(([from, to]) => [from % count, to % count] as const)) {
        const changes = new Map(moveItem(placed, from, to).map((change) => [change.id, change]))
        placed = placed.map((item) => changes.get(item.id) ?? item).toSorted((a, b) => a.position - b.position)
        expected = expected.toSpliced(from, 1).toSpliced(to, 0, expected[from]!)
        expect(placed.map(({ id }) => id)).toEqual(expected)
        expect(placed.every(({ position }) => Number.isSafeInteger(position) && position > 0)).toBe(true)
      }
    }),
  )
})

test('two tasks that two devices put at the same position can be moved apart', () => {
  const tied = [{ id: 'a', position: 7 }, { id: 'b', position: 7 }, { id: 'c', position: 7 }] // prettier-ignore
  const changes = new Map(moveItem(tied, 2, 1).map(({ id, position }) => [id, position]))
  const order = ['a', 'c', 'b'].map((id) => changes.get(id)!)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(new Set(order).size).toBe(3)
})

const itemOf = (id: string, sessions: number, done: number): PlanItem<{ id: string }> => ({
  task: { id },
  sessions,
  done,
  isDone: done >= sessions,
  isCarriedOver: false,
})
const LENGTHS = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS }

test('the forecast has the sessions that are left, with breaks between them', () => {
  const sessions = forecastPlan([itemOf('a', 2, 1), itemOf('b', 1, 1), itemOf('c', 2, 0)], { from: at(9), ...LENGTHS })
  expect(sessions.map(({ task, segment: [start] }) => [task.id, (start - at(9)) / MINUTE_MS])).toEqual([
    ['a', 0],
    ['c', 30],
    ['c', 60],
  ])
})

test('the sessions that the active run has still to do are not forecast again', () => {
  const plan = [itemOf('a', 3, 0), itemOf('b', 1, 0)]
  const idsWith = (taskId: string | null, sessions: number) =>
    forecastPlan(plan, { from: at(9), ...LENGTHS, active: { taskId, sessions } }).map(({ task }) => task.id)
  expect(idsWith('a', 2)).toEqual(['a', 'b'])
  expect(idsWith('a', 4)).toEqual(['b'])
  expect(idsWith('other', 2)).toEqual(['a', 'a', 'a', 'b'])
  expect(idsWith(null, 2)).toEqual(['a', 'a', 'a', 'b'])
})

const items = fc.array(fc.record({ sessions: fc.integer({ min: 1, max: 20 }), done: fc.nat(25) }), { maxLength: 12 })

test('forecast sessions never overlap, and are as many as are left', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 180 }), fc.nat(60), (plan, work, rest) => {
      const all = plan.map(({ sessions, done }, index) => itemOf(String(index), sessions, done))
      const lengths = { workMs: work * MINUTE_MS, breakMs: rest * MINUTE_MS }
      const forecast = forecastPlan(all, { from: at(9), ...lengths })
      expect(forecast).toHaveLength(plan.reduce((sum, { sessions, done }) => sum + Math.max(0, sessions - done), 0))
      for (const [index, { segment }] of forecast.entries()) {
        expect(segment[1] - segment[0]).toBe(lengths.workMs)
        if (index > 0) expect(segment[0] - forecast[index - 1]!.segment[1]).toBe(lengths.breakMs)
      }
    }),
  )
})
