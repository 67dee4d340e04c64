import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { PROJECT_DEFAULTS } from '#contract/projects.ts'
import { timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { startSession } from '#web/api/session.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { createTimer } from '#web/features/timer/queries.ts'
import { type Mutation, MUTATION, toQueuedRequest } from '#web/sync/mutations.ts'
import type { NewOperation } from '#web/sync/operation.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { followProjectColor, loadInitialData } from './initial-data.ts'

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

const withSettings = (id: string, name: string, settings: object) => ({ ...preset, id, name, ...settings })
const INITIAL = { workDuration: 25, breakDuration: 5, repetitions: 4 }

// prettier-ignore
test.each([
  ['of a new user select Pomodoro',                 INITIAL,  null, 'p'],
  ['that a selected preset has keep it',              INITIAL,  'q',  'q'],
  ['that no preset has select none',                    settings, 'p',  'd'],
])('K11 the last settings %s', async (_what, lastUsed, selectedPresetId, shown) => {
  const presets = [
    withSettings('t', '52/17', { workDuration: 52, breakDuration: 17 }),
    withSettings('d', DEFAULT_SETTINGS_NAME, lastUsed),
    withSettings('p', 'Pomodoro', INITIAL),
    withSettings('q', 'Quarter', INITIAL),
  ]
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: { projects: [], presets } }))
  const { timer, client } = signIn()
  await timer.actions.setConfig({ ...INITIAL, selectedPresetId })
  // The second load is that of the next visit, which changes nothing.
  for (const _visit of ['first', 'second']) {
    await loadInitialData(client, timer)
    await expect.poll(() => timer.store.getState().selection).toMatchObject({ ...lastUsed, selectedPresetId: shown })
  }
})

test('K9 the initial data is requested again when the reply is lost', async () => {
  const server = vi.fn(async () => Response.json(REPLY)).mockRejectedValueOnce(new TypeError('The network is gone'))
  vi.stubGlobal('fetch', server)
  const { timer, client } = signIn()
  await loadInitialData(client, timer)
  expect(client.getQueryData(presetList.query.queryKey)).toMatchObject([{ name: 'Pomodoro' }])
})

// prettier-ignore
test.each([
  ['another one is selected',                    ['a', 'b'], ['b'], 'b'],
  ['none is selected if it was the last one',    ['a'],      [],    null],
])('K12 when the selected project is gone, %s', async (_what, before, after, selected) => {
  const project = (id: string) => ({ ...PROJECT_DEFAULTS, id, name: id, openTasks: 0, user: 'u', ...DATES })
  const { timer, client } = signIn()
  followProjectColor(client, timer)
  client.setQueryData(projectList.query.queryKey, before.map(project))
  await expect.poll(() => timer.store.getState().selection.projectId).toBe('a')
  client.setQueryData(projectList.query.queryKey, after.map(project))
  await expect.poll(() => timer.store.getState().selection.projectId).toBe(selected)
})
