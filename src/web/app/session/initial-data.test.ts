import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { startSession } from '#web/api/session.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { createTimer } from '#web/features/timer/queries.ts'
import { type Mutation, MUTATION, toQueuedRequest } from '#web/sync/mutations.ts'
import type { NewOperation } from '#web/sync/operation.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
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
const QUEUED: NewOperation<Mutation> = {
  id: newId(),
  kind: MUTATION,
  items: [],
  payload: {
    list: 'timer-presets',
    requests: [toQueuedRequest(timerPresets.syncSettings, { body: settings })],
    optimisticPatch: {},
    failure: 'presets.failed.update',
  },
}

let stop = () => {}
afterEach(() => stop())

function signIn() {
  startSession(sessionToken(newId()))
  const sync = createTestSync()
  const timer = createTimer({ sync })
  sync.start()
  stop = sync.stop
  return { sync, timer, client: createQueryClient(() => undefined, { sync }) }
}

test.each([
  ['of the server', [], 52],
  ['that are queued', [QUEUED], 33],
])('Q2 the timer starts with the settings %s', async (_what, queue, minutes) => {
  vi.stubGlobal('fetch', async () => Response.json(REPLY))
  const { sync, timer, client } = signIn()
  for (const operation of queue) await sync.enqueue(operation)
  await loadInitialData(client, timer)
  await expect.poll(() => timer.store.getState().selection.workDuration).toBe(minutes)
})

test('K9 the initial data is requested again when the reply is lost', async () => {
  const server = vi.fn(async () => Response.json(REPLY)).mockRejectedValueOnce(new TypeError('The network is gone'))
  vi.stubGlobal('fetch', server)
  const { timer, client } = signIn()
  await loadInitialData(client, timer)
  expect(client.getQueryData(presetList.query.queryKey)).toMatchObject([{ name: 'Pomodoro' }])
})
