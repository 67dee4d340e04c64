import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { createTimer, TimerContext } from '#web/features/timer/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { type ContinuableEntry, useContinueEntry } from './useContinueEntry.tsx'

const sync = createTestSync()
const timer = createTimer({ sync })
sync.start()

beforeAll(loadEnglish)
afterAll(sync.stop)
let stopTimer = () => {}
afterEach(() => {
  cleanup()
  stopTimer()
  closeSession('deleted')
  vi.unstubAllGlobals()
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
  void timer.actions.selectEntry(null)
})

const entry = (endedAgo: number, notes = 'Draft'): ContinuableEntry => ({
  id: 'e1',
  startedAt: timer.serverNow() - 60 * MINUTE_MS,
  endedAt: timer.serverNow() - endedAgo,
  projectId: 'p1',
  taskId: 't1',
  notes,
  tags: ['g1'],
})

function Play({ entry }: { entry: ContinuableEntry }) {
  const { continueEntry, dialog } = useContinueEntry()
  return (
    <>
      <button onClick={() => continueEntry(entry)}>Play</button>
      {dialog}
    </>
  )
}

async function play(endedAgo: number, notes?: string) {
  render(
    <TimerContext value={timer}>
      <Play entry={entry(endedAgo, notes)} />
    </TimerContext>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
}
const question = () => screen.findByRole('dialog', { name: 'Continue this entry?' })
const selected = () => timer.store.getState().selection.selectedEntry?.id

test('D10 an entry that has just ended is continued at once', async () => {
  await play(14 * MINUTE_MS)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(selected()).toBe('e1')
})

// prettier-ignore
test.each([
  ['Continue from its start',                     'e1',      'Draft'],
  ['Start a new stopwatch with the same details', undefined, 'Draft'],
  ['Cancel',                                      undefined, ''],
])('D10 an entry that ended a while ago asks first: %s', async (answer, continued, notes) => {
  await timer.actions.selectEntry(null)
  await timer.actions.select({ projectId: 'p0', taskId: null, notes: '', tags: [] })
  await play(16 * MINUTE_MS)
  await question()
  expect(selected()).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: answer }))
  expect(selected()).toBe(continued)
  expect(timer.store.getState().selection.notes).toBe(notes)
})

test('D12 a new stopwatch does not begin with the default note of another session', async () => {
  await play(16 * MINUTE_MS, 'Work session 3/4')
  await question()
  await userEvent.click(screen.getByRole('button', { name: 'Start a new stopwatch with the same details' }))
  expect(timer.store.getState().selection).toMatchObject({ projectId: 'p1', taskId: 't1', notes: '' })
})

test('Y10 the entry that is being continued stops and is saved, without a question', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  startSession(sessionToken(newId()))
  stopTimer = timer.start(new QueryClient())
  await play(MINUTE_MS)
  await expect.poll(() => timer.store.getState().view).toMatchObject({ status: 'running', entryId: 'e1' })
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  await expect.poll(() => timer.store.getState().view.status).toBe('idle')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toastQueue.read().at(-1)?.message).toBe('Session saved')
  expect(timer.store.getState().pending.map(({ event }) => event)).toMatchObject([
    { type: 'start', continues: { entryId: 'e1' } },
    { type: 'stop', save: true },
  ])
})

test.each(['Continue from its start', 'Start a new stopwatch with the same details'])(
  'D10 a timer that was started while the dialog was open is saved, and switches to the entry: %s',
  async (answer) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    startSession(sessionToken(newId()))
    stopTimer = timer.start(new QueryClient())
    await timer.actions.select({ projectId: 'p0', taskId: null, notes: 'Theirs', tags: [] })
    await play(16 * MINUTE_MS)
    await question()
    await timer.actions.start()
    await userEvent.click(screen.getByRole('button', { name: answer }))
    await expect.poll(() => toastQueue.read().at(-1)?.undo).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timer.store.getState().view).toMatchObject({
      isInfinite: false,
      entryId: null,
      subject: { projectId: 'p1', notes: 'Draft' },
    })
  },
)

test('D18 an active timer switches to the work of an old entry without a question, and Undo returns to it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  startSession(sessionToken(newId()))
  stopTimer = timer.start(new QueryClient())
  await timer.actions.select({ projectId: 'p0', taskId: null, notes: '', tags: [] })
  await timer.actions.start({ stopwatch: true })
  await play(60 * MINUTE_MS, 'Work session 3/4')
  await expect.poll(() => toastQueue.read().at(-1)?.undo).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  const subject = { projectId: 'p1', taskId: 't1', notes: '', tags: ['g1'] }
  expect(timer.store.getState().view).toMatchObject({ status: 'running', isInfinite: true, entryId: null, subject })
  toastQueue.read().at(-1)?.undo?.()
  await expect.poll(() => timer.store.getState().view.subject?.projectId).toBe('p0')
})
