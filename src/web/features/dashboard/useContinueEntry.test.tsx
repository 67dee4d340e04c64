import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { readTimer, serverNow, timerActions } from '#web/features/timer/queries.ts'
import { speakEnglish } from '#web/i18n/testing/english.ts'
import { type ContinuableEntry, useContinueEntry } from './useContinueEntry.tsx'

const MINUTE = 60_000

beforeAll(speakEnglish)
afterEach(() => {
  cleanup()
  timerActions.selectEntry(null)
})

const entry = (endedAgo: number): ContinuableEntry => ({
  id: 'e1',
  startedAt: serverNow() - 60 * MINUTE,
  endedAt: serverNow() - endedAgo,
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
  render(<Play entry={entry(endedAgo)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
}
const question = () => screen.findByRole('dialog', { name: 'Continue this entry?' })
const selected = () => readTimer().selection.selectedEntry?.id

test('D10 an entry that has just ended is continued at once', async () => {
  await play(14 * MINUTE)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(selected()).toBe('e1')
})

// prettier-ignore
test.each([
  ['Continue from its start',                     'e1',      'Draft'],
  ['Start a new stopwatch with the same details', undefined, 'Draft'],
  ['Cancel',                                      undefined, ''],
])('D10 an entry that ended a while ago asks first: %s', async (answer, continued, notes) => {
  timerActions.selectEntry(null)
  await timerActions.select({ projectId: 'p0', taskId: null, notes: '', tags: [] })
  await play(16 * MINUTE)
  await question()
  expect(selected()).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: answer }))
  expect(selected()).toBe(continued)
  expect(readTimer().selection.notes).toBe(notes)
})
