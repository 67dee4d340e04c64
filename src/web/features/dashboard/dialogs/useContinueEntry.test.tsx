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
  timer.actions.selectEntry(null)
})

const entry = (endedAgo: number): ContinuableEntry => ({
  id: 'e1',
  startedAt: timer.serverNow() - 60 * MINUTE_MS,
  endedAt: timer.serverNow() - endedAgo,
  projectId: 'p1',
  taskId: 't1',
  notes: 'Draft',
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

async function play(endedAgo: number) {
  render(
    <TimerContext value={timer}>
      <Play entry={entry(endedAgo)} />
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
  timer.actions.selectEntry(null)
  await timer.actions.select({ projectId: 'p0', taskId: null, notes: '', tags: [] })
  await play(16 * MINUTE_MS)
  await question()
  expect(selected()).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: answer }))
  expect(selected()).toBe(continued)
  expect(timer.store.getState().selection.notes).toBe(notes)
})

test.each(['Continue from its start', 'Start a new stopwatch with the same details'])(
  'D10 a timer that was started while the dialog was open keeps running: %s',
  async (answer) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    startSession(sessionToken(newId()))
    stopTimer = timer.start(new QueryClient())
    await timer.actions.select({ projectId: 'p0', taskId: null, notes: 'Theirs', tags: [] })
    await play(16 * MINUTE_MS)
    await question()
    await timer.actions.start()
    await userEvent.click(screen.getByRole('button', { name: answer }))
    expect(toastQueue.read().at(-1)?.message).toBe('Stop the timer first to continue an entry')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timer.store.getState().view).toMatchObject({
      isInfinite: false,
      subject: { projectId: 'p0', notes: 'Theirs' },
    })
  },
)
