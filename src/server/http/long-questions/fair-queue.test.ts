import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const NEVER = new AbortController().signal

/** Work that is started by the queue and ended by the test. */
function createWork(started: string[]) {
  const ends = new Map<string, () => void>()
  return {
    run: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name)
        ends.set(name, () => resolve(name))
      }),
    end: (name: string) => ends.get(name)!(),
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('O90 users take turns, however many questions one of them has asked before', async () => {
  const queue = createFairQueue({ places: 1, placesPerUser: 1 })
  const started: string[] = []
  const { run, end } = createWork(started)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void queue.run(name[0]!, NEVER, run(name))
  for (let index = 0; index < 6; index += 1) {
    await nextTurn()
    end(started.at(-1)!)
  }
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('O90 one user leaves a place free for others', async () => {
  const queue = createFairQueue({ places: 2, placesPerUser: 1 })
  const started: string[] = []
  const { run, end } = createWork(started)
  for (const name of ['a1', 'a2', 'b1']) void queue.run(name[0]!, NEVER, run(name))
  await nextTurn()
  expect(started).toEqual(['a1', 'b1'])
  end('a1')
  await nextTurn()
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('O93 work whose caller goes while it waits is never started, and takes no place', async () => {
  const queue = createFairQueue({ places: 1, placesPerUser: 1 })
  const started: string[] = []
  const { run, end } = createWork(started)
  const gone = new AbortController()
  void queue.run('a', NEVER, run('a1'))
  const waiting = queue.run('a', gone.signal, run('a2'))
  void queue.run('b', NEVER, run('b1'))
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(queue.run('c', gone.signal, run('c1'))).rejects.toThrow('gone')
  end('a1')
  await nextTurn()
  expect(started).toEqual(['a1', 'b1'])
})

test('a failure is passed on, and frees the place', async () => {
  const queue = createFairQueue({ places: 1, placesPerUser: 1 })
  await expect(queue.run('a', NEVER, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(queue.run('a', NEVER, async () => 'yes')).resolves.toBe('yes')
})

test('O90 all work is done once, and never more than allowed at the same time', async () => {
  const users = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(
      users,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (asked, places, own) => {
        const queue = createFairQueue({ places, placesPerUser: own })
        const running: string[] = []
        const done = asked.map((user) =>
          queue.run(user, NEVER, async () => {
            running.push(user)
            expect(running.length).toBeLessThanOrEqual(places)
            expect(running.filter((one) => one === user).length).toBeLessThanOrEqual(own)
            await nextTurn()
            running.splice(running.indexOf(user), 1)
            return user
          }),
        )
        expect(await Promise.all(done)).toEqual(asked)
      },
    ),
    { numRuns: 50 },
  )
})
