import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { setQueue, toQueuedRequest } from '#web/api/offline/mutation-queue.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { readTimer } from '#web/features/timer/queries.ts'
import { loadInitialData } from './initial-data.ts'

const DATES = { createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' }
const preset = {
  id: 'd',
  user: 'u',
  name: DEFAULT_SETTINGS_NAME,
  workDuration: 52,
  breakDuration: 17,
  repetitions: 4,
  ...DATES,
}
const settings = { workDuration: 33, breakDuration: 3, repetitions: 2 }
const REPLY = { ok: true, data: { projects: [], presets: [preset, { ...preset, id: 'p', name: 'Pomodoro' }] } }
const QUEUED = {
  key: 1,
  list: 'timer-presets',
  requests: [toQueuedRequest(timerPresets.syncSettings, { body: settings })],
  optimisticPatch: {},
  failure: 'presets.failed.update',
} as const

test.each([
  ['of the server', [], 52],
  ['that are queued', [QUEUED], 33],
])('Q2 the timer starts with the settings %s', async (_what, queue, minutes) => {
  vi.stubGlobal('fetch', async () => Response.json(REPLY))
  setQueue(queue)
  await loadInitialData(new QueryClient())
  await expect.poll(() => readTimer().selection.workDuration).toBe(minutes)
})

test('K9 the initial data is requested again when the reply is lost', async () => {
  const server = vi.fn(async () => Response.json(REPLY)).mockRejectedValueOnce(new TypeError('The network is gone'))
  vi.stubGlobal('fetch', server)
  const client = createQueryClient(() => undefined)
  await loadInitialData(client)
  expect(client.getQueryData(presetList.query.queryKey)).toMatchObject([{ name: 'Pomodoro' }])
})
