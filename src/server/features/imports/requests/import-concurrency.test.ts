import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createImportConcurrency } from './import-concurrency.ts'

test('M15 files that have arrived are read three at a time, in order, and those that wait for long are refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const concurrency = createImportConcurrency()
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = ends.map(({ promise }, index) =>
    concurrency.runInTurn(1, () => {
      begun.push(index)
      return promise
    }),
  )
  const refusal = results[4]!.catch((error) => error)
  expect(begun).toEqual([0, 1, 2])
  ends[1]!.resolve()
  await results[1]
  await setImmediate()
  expect(begun).toEqual([0, 1, 2, 3])
  vi.advanceTimersByTime(20_000)
  expect(await refusal).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
  for (const { resolve } of ends) resolve()
  await Promise.all(results.slice(0, 4))
  const again = [0, 1, 2].map(() => concurrency.runInTurn(1, async () => 'done'))
  expect(await Promise.all(again)).toEqual(['done', 'done', 'done'])
})

test('M15 a small file does not wait for large ones', async () => {
  const { runInTurn } = createImportConcurrency()
  const end = Promise.withResolvers<void>()
  const large = Array.from({ length: 3 }, () => runInTurn(100_000_000, () => end.promise))
  expect(await runInTurn(1_000, async () => 'done')).toBe('done')
  end.resolve()
  await Promise.all(large)
})

test('M44 a preview ends when the next request of its user arrives, and nothing else does', async () => {
  const { runPreview, runExclusive } = createImportConcurrency()
  const first = runPreview(
    'ann',
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const others = runPreview('bob', async () => 'seen')
  const end = Promise.withResolvers<string>()
  const importing = runExclusive('ann', () => end.promise)
  await expect(first).rejects.toMatchObject({ code: 'conflict', key: 'importStopped' })
  await expect(runPreview('ann', async () => 'never')).rejects.toMatchObject({ code: 'rate-limited' })
  end.resolve('done')
  expect(await Promise.all([importing, others])).toEqual(['done', 'seen'])
  expect(await runPreview('ann', async () => 'again')).toBe('again')
})
