import { expect, test } from 'vitest'
import { runOneAtATime } from './one-at-a-time.ts'

/** A task that counts its runs, and takes a number of microtasks. */
function createTask(length: number) {
  const task = { runs: 0, active: 0, mostActive: 0 }
  const run = runOneAtATime(async () => {
    task.runs += 1
    task.active += 1
    task.mostActive = Math.max(task.mostActive, task.active)
    for (let step = 0; step < length; step++) await Promise.resolve()
    task.active -= 1
  })
  return { task, run }
}

test('Y2 calls during a run make it run once more', async () => {
  const { task, run } = createTask(3)
  await Promise.all([run(), run(), run()])
  expect(task).toMatchObject({ runs: 2, mostActive: 1 })
})

test.each(Array.from({ length: 12 }, (_, moment) => moment))(
  'Y2 no call is lost, not even at the end of a run: after %i steps',
  async (moment) => {
    const { task, run } = createTask(3)
    void run()
    for (let step = 0; step < moment; step++) await Promise.resolve()
    await run()
    expect(task).toMatchObject({ runs: 2, mostActive: 1 })
  },
)

test('Y2 a failed run does not prevent the next', async () => {
  let runs = 0
  const run = runOneAtATime(async () => {
    runs += 1
    if (runs === 1) throw new Error('the first fails')
  })
  await expect(run()).rejects.toThrow('the first fails')
  await run()
  expect(runs).toBe(2)
})
