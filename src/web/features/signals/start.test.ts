import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { readTimer, startTimer } from '#web/features/timer/queries.ts'
import { speakEnglish } from '#web/i18n/testing/english.ts'
import { startSignals } from './start.ts'

const MINUTE = 60_000
const PROJECT = newId()
const RUN = newId()
/** Patient, as other work may slow this down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops) stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
  for (const name of ['serviceWorker', 'locks']) Reflect.deleteProperty(navigator, name)
})

/** Started forty minutes ago, with a session of 25 minutes and a break of 5 behind it. */
function snapshot(revision: number, { isHeld }: { isHeld: boolean }) {
  const at = Date.now() - 40 * MINUTE
  const subject = { projectId: PROJECT, taskId: null, notes: '', tags: [] }
  const config = { workMs: 25 * MINUTE, breakMs: 5 * MINUTE, repetitions: 4 }
  const event = { type: 'start', at, runId: RUN, subject, config, isInfinite: false }
  const run = { id: RUN, log: [{ id: newId(), event }], kept: [], heldAt: isHeld ? at + 30 * MINUTE : null }
  return { revision, now: Date.now(), run }
}

test('G1 who looks elsewhere is told that the server has the next session wait', async () => {
  const shown: { title: string; body: string; tag: string }[] = []
  const showNotification = async (title: string, { body, tag }: { body: string; tag: string }) =>
    void shown.push({ title, body, tag })
  const registration = { active: {}, getNotifications: async () => [], showNotification }
  vi.stubGlobal('Notification', { permission: 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  })
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      query: async () => ({ held: [] }),
      request: async (_name: string, _options: object, task: () => unknown) => task(),
    },
  })
  document.hasFocus = () => false
  let said = snapshot(1, { isHeld: false })
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: said }))
  const client = new QueryClient()
  client.setQueryData(projectList.query.queryKey, [{ id: PROJECT, name: 'Focus' } as never])
  speakEnglish()

  startSession(`header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: newId() }))}.signature`)
  stops.push(startTimer(client), startSignals(client))
  await soon(() => expect(readTimer().device).not.toBe(null))
  dispatchEvent(new Event('online'))
  await soon(() => expect(readTimer().view).toMatchObject({ status: 'running', repetition: 2 }))
  said = snapshot(2, { isHeld: true })
  dispatchEvent(new Event('online'))
  await soon(() => expect(readTimer().view).toMatchObject({ status: 'paused', repetition: 2 }))
  expect(shown).toEqual([])
  await soon(() =>
    expect(shown).toEqual([
      {
        title: 'Break completed!',
        body: 'The next session is waiting for you.\nSession 2 of 4 · Focus',
        tag: `${RUN}#2`,
      },
    ]),
  )
})
