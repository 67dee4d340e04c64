import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ImportResult } from '#contract/files/imports.ts'
import { UPLOAD_PART_BYTES } from '#contract/files/uploads.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import {
  choose,
  drop,
  EARLIER,
  FILE,
  PREVIEW,
  renderPage,
  RESULT,
  server,
  serveImports,
  UPLOAD,
} from './testing/import-page.tsx'

serveImports()

test('M25 without a reply from the server the file and the options stay', async () => {
  let isUnreachable = true
  server.answer = (path) => (isUnreachable ? undefined : path === '/api/imports' ? RESULT : PREVIEW)
  renderPage()
  await choose(FILE)
  expect(await screen.findByText(/No response from the server/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'hours.csv' })).toBeDefined()
  isUnreachable = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  expect(await screen.findByRole('heading', { name: '3 entries imported' })).toBeDefined()
})

test('M25 a failed import can be retried', async () => {
  let isUnreachable = true
  server.answer = (path) => (path === '/api/imports' ? (isUnreachable ? undefined : RESULT) : PREVIEW)
  renderPage()
  await choose(FILE)
  const button = await screen.findByRole('button', { name: 'Import 3 entries' })
  await userEvent.click(button)
  expect(await screen.findByText(/No response from the server/)).toBeDefined()
  isUnreachable = false
  await userEvent.click(button)
  expect(await screen.findByRole('heading', { name: '3 entries imported' })).toBeDefined()
})

test('M26 an import continues when the user leaves the page, and a message says when it is done', async () => {
  let finish: (result: ImportResult) => void = () => {}
  server.answer = (path) => (path === '/api/imports' ? new Promise((resolve) => (finish = resolve)) : PREVIEW)
  const { unmount } = renderPage()
  await choose(FILE)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  expect(await screen.findByText(/the import goes on/)).toBeDefined()
  unmount()
  expect(server.requests[1]?.signal.aborted).toBe(false)
  finish(RESULT)
  await waitFor(() => expect(toastQueue.read().map(({ message }) => message)).toContain('3 entries imported'))
})

test('M26 an incomplete import says so and how to finish it', async () => {
  server.history = [EARLIER]
  renderPage()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('Not finished')
  expect(row.textContent).toContain('Import the same file again to finish it.')
  expect(row.textContent).toContain('12 of them still there')
  expect(within(row).getByRole('button', { name: 'Undo the import of old.csv' })).toBeDefined()
})

test('M26 an import shows how many of its rows are done', async () => {
  server.answer = (path) => (path === '/api/imports' ? new Promise(() => {}) : PREVIEW)
  renderPage()
  await choose(FILE)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  expect(await screen.findByText('Reading the file…')).toBeDefined()
  server.history = [{ ...EARLIER, isRunning: true, readRows: 1_500, fileRows: 6_000 }]
  expect(await screen.findByText('1,500 of 6,000 rows', {}, { timeout: 10_000 })).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Import progress' }).getAttribute('aria-valuenow')).toBe('25')
})

test('M26 after a reload a running import is followed to its end', async () => {
  const running = { ...EARLIER, isRunning: true, readRows: 45, timeEntries: 40 }
  server.history = [running]
  renderPage()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('45 of 60 rows')
  expect(row.textContent).not.toContain('Import the same file again')
  expect(within(row).queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(within(row).getByRole('button', { name: 'Stop the import of old.csv' })).toBeDefined()
  expect(screen.getByLabelText('Choose a file')).toHaveProperty('disabled', true)
  server.history = [{ ...running, isRunning: false, isFinished: true, readRows: 60, created: 58 }]
  await waitFor(() => expect(toastQueue.read().map(({ message }) => message)).toContain('58 entries imported'), {
    timeout: 10_000,
  })
  expect(screen.getByLabelText('Choose a file')).toHaveProperty('disabled', false)
})

test('M26 what is not finished stands above the file to choose, which says why it cannot be chosen', async () => {
  server.history = [
    { ...EARLIER, id: 'i1', fileName: 'done.csv', isFinished: true },
    { ...EARLIER, id: 'i2', fileName: 'stopped.csv', upload: 'u1' },
    { ...EARLIER, isRunning: true },
  ]
  renderPage()
  const unfinished = await screen.findByRole('list', { name: 'Not finished yet' })
  expect(within(unfinished).getAllByRole('listitem')).toHaveLength(2)
  expect(unfinished.textContent).toContain('“Continue” reads the file again from its start')
  expect(screen.getByRole('list', { name: 'Your imports' }).textContent).toContain('done.csv')
  const input = screen.getByLabelText('Choose a file')
  expect(unfinished.compareDocumentPosition(input)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(document.getElementById(input.getAttribute('aria-describedby')!)!.textContent).toContain(
    'An import is running',
  )
})

test('M26 while a large file is read, the page shows its size and can cancel it', async () => {
  server.answer = () => new Promise(() => {})
  server.uploads = [{ ...UPLOAD, fileName: 'big.csv', bytes: 45_000_000, missing: [] }]
  renderPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('progressbar', { name: 'Reading the file…' })).toBeDefined()
  expect(screen.getByText(/45 MB/).textContent).toContain('up to a minute')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(server.requests[0]?.signal.aborted).toBe(true)
})

test('M40 a file is sent in parts; without a network the rest is sent later, and it can be stopped', async () => {
  server.isOffline = true
  renderPage()
  await choose(FILE)
  expect(await screen.findByText(/No connection to the server/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'hours.csv' }))
  server.isOffline = false
  fireEvent(window, new Event('online'))
  expect(await screen.findByRole('button', { name: 'Import 3 entries' })).toBeDefined()
  expect(server.parts).toEqual([['/api/uploads/u1/parts/0', expect.any(Blob)]])
  server.isOffline = true
  drop(new File(['other'], 'other.csv'))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop sending' }))
  expect(await screen.findByLabelText('Choose a file')).toBeDefined()
  expect(screen.queryByRole('alert')?.textContent).toBe('')
})

test('M40 a file that has arrived is previewed without choosing it again, or discarded', async () => {
  server.uploads = [{ ...UPLOAD, missing: [] }]
  renderPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(server.uploads).toEqual([]))
  expect(server.parts).toEqual([])
})

test('M40 of a file that arrived in part only the rest is sent', async () => {
  const bytes = UPLOAD_PART_BYTES + 5
  const file = new File([new Uint8Array(bytes)], 'big.csv', { lastModified: Date.parse('2026-03-01T08:00:00Z') })
  server.uploads = [{ ...UPLOAD, fileName: 'big.csv', bytes, modifiedAt: '2026-03-01T08:00:00.000Z', missing: [1] }]
  renderPage()
  expect(await screen.findByText(/100% sent|99% sent/)).toBeDefined()
  await choose(file)
  expect(await screen.findByRole('button', { name: 'Import 3 entries' })).toBeDefined()
  expect(server.parts).toEqual([['/api/uploads/u1/parts/1', expect.objectContaining({ size: 5 })]])
})

test('M43 an import that was interrupted is continued by one press', async () => {
  server.history = [{ ...EARLIER, upload: 'u1' }]
  server.uploads = [{ ...UPLOAD, missing: [] }]
  server.answer = () => RESULT
  renderPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue the import of old.csv' }))
  await waitFor(() => expect(server.requests.map(({ path }) => path)).toEqual(['/api/imports/i0/continue']))
  expect(screen.queryByText('Files not imported yet')).toBeNull()
  await waitFor(() => expect(toastQueue.read().map(({ message }) => message)).toContain('3 entries imported'))
})

test('M43 an import that runs can be stopped', async () => {
  server.answer = (path) =>
    path.endsWith('/cancel') ? null : path === '/api/imports' ? new Promise(() => {}) : PREVIEW
  renderPage()
  await choose(FILE)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  const stop = await screen.findByRole('button', { name: 'Stop import' })
  expect(stop).toHaveProperty('disabled', true)
  server.history = [{ ...EARLIER, isRunning: true, upload: 'u1' }]
  await waitFor(() => expect(stop).toHaveProperty('disabled', false), { timeout: 10_000 })
  await userEvent.click(stop)
  expect(await screen.findByLabelText('Choose a file')).toBeDefined()
  expect(server.requests.at(-1)?.path).toBe('/api/imports/i0/cancel')
})
