import { expect, test } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { toTaskTimes } from './task-times.ts'

const AT = '2026-03-02T09:00:00.000Z'
const task = (name: string, status: Task['status'] = 'pending'): Task => ({
  id: name,
  name,
  description: '',
  project: 'p1',
  status,
  estimate: null,
  planned: null,
  createdAt: AT,
  updatedAt: AT,
})
const line = (key: string | null, milliseconds: number) => ({ key, milliseconds, entries: 1, lines: [] })

// prettier-ignore
test.each<[rule: string, tasks: Task[], lines: ReturnType<typeof line>[], rows: [string | undefined, number][]]>([
  ['the longest comes first',                    [task('a'), task('b')],              [line('a', 1), line('b', 2)],    [['b', 2], ['a', 1]]],
  ['an open task without time comes last',       [task('a'), task('b')],              [line('b', 2)],                  [['b', 2], ['a', 0]]],
  ['open tasks without time are sorted by name', [task('b'), task('a')],              [],                              [['a', 0], ['b', 0]]],
  ['a completed task without time is left out',  [task('a', 'completed'), task('b')], [],                              [['b', 0]]],
  ['a completed task with time stays',           [task('a', 'completed')],            [line('a', 3)],                  [['a', 3]]],
  ['time without a task has its own row',        [task('a')],                         [line('a', 1), line(null, 5)],   [[undefined, 5], ['a', 1]]],
  ['tasks of other projects do not matter',      [task('a')],                         [line('x', 9)],                  [['a', 0]]],
])('L12 %s', (_, tasks, lines, rows) => {
  expect(toTaskTimes(tasks, lines).map(({ task, milliseconds }) => [task?.name, milliseconds])).toEqual(rows)
})
