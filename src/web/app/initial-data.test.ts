import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS } from '#core/initial-data.ts'
import { setWaiting, toCall } from '#web/api/changes.ts'
import { readTimer } from '#web/features/timer/queries.ts'
import { loadInitialData } from './initial-data.ts'

const DATES = { createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' }
const preset = {
  id: 'd',
  user: 'u',
  name: DEFAULT_SETTINGS,
  workDuration: 52,
  breakDuration: 17,
  repetitions: 4,
  ...DATES,
}
const settings = { workDuration: 33, breakDuration: 3, repetitions: 2 }
const WAITING = {
  key: 1,
  list: 'timer-presets',
  calls: [toCall(timerPresets.syncSettings, { body: settings })],
  shows: {},
  failure: 'presets.failed.update',
} as const

test.each([
  ['that the server knows', [], 52],
  ['that wait to be sent', [WAITING], 33],
])('Q2 the timer starts with the settings %s', async (_what, waiting, minutes) => {
  const answer = { ok: true, data: { projects: [], presets: [preset] } }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  setWaiting(waiting)
  await loadInitialData(new QueryClient())
  await expect.poll(() => readTimer().selection.workDuration).toBe(minutes)
})
