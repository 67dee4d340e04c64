import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { createTimer } from '#web/features/timer/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { startSignals } from './start.ts'

const PROJECT = newId()
const RUN = newId()
/** With a long timeout, as other tests may slow this one down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
  for (const name of ['serviceWorker', 'locks', 'userActivation']) Reflect.deleteProperty(navigator, name)
})

/** A run with work of 25 minutes and breaks of 5. Started forty minutes ago, it is in its second work phase. */
function snapshot(revision: number, { isHeld = false, startedAgo = 40 * MINUTE_MS } = {}) {
  const at = Date.now() - startedAgo
  const subject = { projectId: PROJECT, taskId: null, notes: '', tags: [] }
  const config = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 }
  const event = { type: 'start', at, runId: RUN, subject, config, isInfinite: false }
  const run = { id: RUN, log: [{ id: newId(), event }], kept: [], heldAt: isHeld ? at + 30 * MINUTE_MS : null }
  return { revision, now: Date.now(), run }
}

/** Locks that other tabs hold are never granted to this one. */
function lockTabs(heldElsewhere: string[]) {
  const query = async () => ({ held: [] })
  const request = async (name: string, _options: object, task: () => unknown) =>
    heldElsewhere.includes(name) ? new Promise(() => {}) : task()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { query, request } })
}

async function enter(client = new QueryClient()) {
  loadEnglish()
  startSession(sessionToken(newId()))
  const sync = createTestSync()
  const timer = createTimer({ sync })
  sync.start()
  stops.push(timer.start(client), startSignals(timer, client), sync.stop)
  await soon(() => expect(timer.store.getState().device).not.toBe(null))
  dispatchEvent(new Event('online'))
  return timer.store.getState
}

test('G1 a user without the page in focus is notified when the next work phase is on hold', async () => {
  const shown: { title: string; body: string; tag: string }[] = []
  const showNotification = async (title: string, { body, tag }: { body: string; tag: string }) =>
    void shown.push({ title, body, tag })
  const registration = { active: {}, getNotifications: async () => [], showNotification }
  vi.stubGlobal('Notification', { permission: 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  })
  lockTabs([])
  document.hasFocus = () => false
  let served = snapshot(1, { isHeld: false })
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: served }))
  const client = new QueryClient()
  client.setQueryData(projectList.query.queryKey, [{ id: PROJECT, name: 'Focus' } as never])
  const readTimer = await enter(client)
  await soon(() => expect(readTimer().view).toMatchObject({ status: 'running', repetition: 2 }))
  served = snapshot(2, { isHeld: true })
  dispatchEvent(new Event('online'))
  await soon(() => expect(readTimer().view).toMatchObject({ status: 'paused', repetition: 2 }))
  expect(shown).toEqual([])
  await soon(() =>
    expect(shown).toEqual([
      {
        title: 'Break completed!',
        body: 'Next session is ready.\nSession 2 of 4 · Focus',
        tag: `${RUN}#2`,
      },
    ]),
  )
})

/** Counts the tones that are played. */
class TestOscillator {
  static count = 0
  connect = (next: unknown) => next
  start = () => void (TestOscillator.count += 1)
  stop = () => undefined
}

class TestGain {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }
  connect = (next: unknown) => next
}

class TestAudio {
  currentTime = 0
  createGain = () => new TestGain()
  resume = async () => undefined
  suspend = async () => undefined
}

// prettier-ignore
test.each([
  ['a leader tab without interaction is silent',                [],               false, false],
  ['a tab with interaction plays, though another is leader',    ['timer-leader'], true,  true],
  ['a later tab with interaction is silent',                    ['timer-sound'],  true,  false],
])('G3 %s', async (_what, heldElsewhere, hasInteraction, isAudible) => {
  lockTabs(heldElsewhere)
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: hasInteraction } })
  for (const [name, value] of Object.entries({ AudioContext: TestAudio, OscillatorNode: TestOscillator, GainNode: TestGain }))
    vi.stubGlobal(name, value)
  TestOscillator.count = 0
  const served = snapshot(1, { startedAgo: 25 * MINUTE_MS - 500 })
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: served }))
  const readTimer = await enter()
  await soon(() => expect(readTimer().view.mode).toBe('break'))
  await Promise.resolve()
  expect(TestOscillator.count > 0).toBe(isAudible)
})
