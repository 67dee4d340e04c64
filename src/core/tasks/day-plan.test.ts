import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { lastPosition, moveItem, type Placed, planOf, type PlanProgress } from './day-plan.ts'

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
