import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Import, ImportPreview, ImportResult } from '#contract/imports.ts'
import { type FileUpload, MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from '#contract/uploads.ts'
import type { User } from '#contract/users.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { ImportPage } from './ImportPage.tsx'

const NONE = { count: 0, names: [] }
const PREVIEW: ImportPreview = {
  format: 'other',
  isSuggestion: false,
  encoding: 'utf-8',
  isEncodingCertain: true,
  encodings: [],
  delimiter: ';',
  skippedRows: 0,
  firstRows: [],
  columns: [
    { heading: 'Date', field: 'startDate', sample: '03/04/2026' },
    { heading: 'From', field: 'startTime', sample: '09:00' },
    { heading: 'Took', field: 'duration', sample: '1:30' },
    { heading: 'Remark', field: null, sample: 'First draft' },
  ],
  missing: [],
  dateOrder: 'day-first',
  ambiguousDate: null,
  unit: 'none',
  unitInFile: null,
  ambiguousDuration: null,
  people: [],
  counts: { rows: 5, new: 3, duplicate: 1, invalid: 1, others: 0, withoutProject: 0 },
  milliseconds: { all: 6 * 60 * 60_000, new: 6 * 60 * 60_000, duplicate: 0, invalid: 0, others: 0 },
  projectForOthers: 'No project',
  creates: { clients: NONE, projects: { count: 2, names: ['Atlas', 'Helio'] }, tasks: NONE, tags: NONE },
  firstDay: '2026-04-03',
  lastDay: '2026-05-04',
  months: [{ month: '2026-04', entries: 4, milliseconds: 6 * 60 * 60_000 }],
  entries: [],
  problems: {
    count: 1,
    first: [{ line: 6, column: 0, kind: 'bad-date', value: '31/02/2026', isFatal: true }],
  },
}
const RESULT: ImportResult = {
  id: 'i1',
  created: 3,
  duplicates: 1,
  invalid: 1,
  clients: 0,
  projects: 2,
  tasks: 0,
  tags: 0,
}
const EARLIER: Import = {
  id: 'i0',
  fileName: 'old.csv',
  format: 'toggl',
  createdAt: '2026-03-02T09:00:00.000Z',
  created: 40,
  timeEntries: 12,
  isFinished: false,
  isRunning: false,
  upload: null,
  fileRows: 60,
  readRows: 40,
}
const UPLOAD: FileUpload = {
  id: 'u1',
  fileName: 'hours.csv',
  bytes: 21,
  modifiedAt: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-03T09:00:00.000Z',
  partBytes: UPLOAD_PART_BYTES,
  missing: [0],
}

const USER: User = {
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  pendingEmail: null,
  picture: null,
  preferredLanguage: 'en',
  theme: 'light',
  formats: null,
  isVerified: true,
  emailVerificationToken: null,
  hasPassword: true,
}

let history: Import[]
let uploads: FileUpload[]
let requests: { path: string; query: Record<string, string>; signal: AbortSignal }[]
/** The parts that were sent. */
let parts: unknown[]
let isOffline: boolean
/** The data that the server replies with; undefined for no reply. */
let answer: (path: string, query: Record<string, string>) => unknown

beforeAll(loadEnglish)
beforeEach(() => {
  history = []
  uploads = []
  requests = []
  parts = []
  isOffline = false
  answer = (path) => (path === '/api/imports' ? RESULT : PREVIEW)
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal }: RequestInit) => {
    const [path = '', search] = address.split('?')
    const kept: Record<string, unknown> = {
      '/api/imports': history,
      '/api/uploads': uploads,
      '/api/users/profile': USER,
    }
    if (method === 'GET') return Response.json({ ok: true, data: kept[path] ?? [] })
    if (path.startsWith('/api/uploads')) return sendUpload(method, path, body)
    const query = Object.fromEntries(new URLSearchParams(search))
    requests.push({ path, query, signal: signal! })
    const data = await answer(path, query)
    if (data === undefined) throw new TypeError('Failed to fetch')
    return Response.json({ ok: true, data })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function sendUpload(method: string, path: string, body: unknown) {
  if (isOffline) throw new TypeError('Failed to fetch')
  if (method === 'PUT') parts.push([path, body])
  if (method === 'POST') uploads = [{ ...UPLOAD, ...JSON.parse(String(body)) }]
  if (method === 'DELETE') uploads = []
  return Response.json({ ok: true, data: method === 'POST' ? uploads[0] : null })
}

function renderPage() {
  const reports = vi.fn()
  const client = createQueryClient(reports)
  const routeTree = createRootRoute({ component: ImportPage })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/import'] }) })
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const FILE = new File(['Date;From;Took;Remark'], 'hours.csv', { type: 'text/csv' })

async function choose(file: File) {
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
}

test('M24 a file that is too large or empty is rejected before it is sent', async () => {
  renderPage()
  const large = new File(['x'], 'large.csv')
  Object.defineProperty(large, 'size', { value: MAX_UPLOAD_BYTES + 1 })
  await choose(large)
  expect((await screen.findByRole('alert')).textContent).toContain('large.csv is 513 MB')
  await choose(new File([], 'empty.csv'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('empty.csv is empty.'))
  expect(requests).toEqual([])
})

function drop(...files: File[]) {
  const event = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types: ['Files'], files } })
  fireEvent(window, event)
  return event
}

test('one file can be dropped anywhere on the page, and the browser does not open it', async () => {
  renderPage()
  await screen.findByLabelText('Choose a file')
  expect(drop(FILE, FILE).defaultPrevented).toBe(true)
  expect((await screen.findByRole('alert')).textContent).toContain('One file at a time')
  expect(drop(FILE).defaultPrevented).toBe(true)
  expect(await screen.findByRole('button', { name: 'Import 3 entries' })).toBeDefined()
  expect(requests).toHaveLength(1)
})

test('M21 a file is previewed with its problems, and imported with the same query', async () => {
  renderPage()
  await choose(FILE)
  expect(await screen.findByText('This is not a date.')).toBeDefined()
  expect(screen.getByText('Line 6: 31/02/2026')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'hours.csv' }))
  expect(screen.getByText('3 new, 1 already there, 1 left out')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 entries' }))
  const done = await screen.findByRole('heading', { name: '3 entries imported' })
  expect(document.activeElement).toBe(done)
  expect(screen.getByText(/Also created: 2 projects/)).toBeDefined()
  expect(requests.map(({ path }) => path)).toEqual(['/api/imports/preview', '/api/imports'])
  expect(requests[1]?.query).toEqual({ ...requests[0]!.query, upload: 'u1', fileName: 'hours.csv' })
})

test('M21 an ambiguous date order has to be answered before the import', async () => {
  answer = (_, { dateOrder }) =>
    dateOrder === undefined ? { ...PREVIEW, dateOrder: 'ambiguous', ambiguousDate: '03/04/2026' } : PREVIEW
  renderPage()
  await choose(FILE)
  const question = await screen.findByRole('region', { name: 'Order of day and month' })
  expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', true)
  expect(
    within(question)
      .getAllByRole('radio')
      .some((radio) => (radio as HTMLInputElement).checked),
  ).toBe(false)
  await userEvent.click(within(question).getByRole('radio', { name: '4 March 2026' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', false),
  )
  expect(requests[1]?.query['dateOrder']).toBe('month-first')
  expect(within(question).getByRole('radio', { name: '4 March 2026' })).toHaveProperty('checked', true)
})

test('M21 a file without a start column asks for it and cannot be imported', async () => {
  answer = () => ({ ...PREVIEW, missing: ['start'], counts: { ...PREVIEW.counts, new: 0 } })
  renderPage()
  await choose(FILE)
  expect(await screen.findByText('No column tells when an entry starts. Which one does?')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Remark: Not imported/ })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
})

test('M21 what a number means has to be said before the import', async () => {
  answer = (_, { unit }) => (unit === undefined ? { ...PREVIEW, unit: 'ambiguous', ambiguousDuration: '25' } : PREVIEW)
  renderPage()
  await choose(FILE)
  const question = await screen.findByRole('region', { name: 'Unit of the durations' })
  expect(within(question).getByRole('heading', { name: 'How long is 25?' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Choose the unit of the durations to import the entries.')).toBeDefined()
  await userEvent.click(within(question).getByRole('radio', { name: '25 minutes' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', false),
  )
  expect(requests[1]?.query['unit']).toBe('minutes')
})

test('M21 if the encoding is not certain, a spelling has to be chosen before the import', async () => {
  const encodings = [
    { encoding: 'windows-1252', example: 'Mañana' },
    { encoding: 'windows-1250', example: 'Mańana' },
  ]
  answer = (_, { encoding }) => ({
    ...PREVIEW,
    encodings,
    encoding: encoding ?? 'windows-1252',
    isEncodingCertain: encoding !== undefined,
  })
  renderPage()
  await choose(FILE)
  const question = await screen.findByRole('region', { name: 'Encoding' })
  expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', true)
  await userEvent.click(within(question).getByRole('radio', { name: 'Mańana' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', false),
  )
  expect(requests[1]?.query['encoding']).toBe('windows-1250')
})

test('M28 in the file of a team the user’s own rows are preselected', async () => {
  const people = ['bob@example.org', 'ann@example.org'].map((person) => ({ person, rows: 2 }))
  answer = () => ({ ...PREVIEW, people })
  renderPage()
  await choose(FILE)
  expect(await screen.findByRole('button', { name: /^Whose entries: ann@example.org/ })).toBeDefined()
  await waitFor(() => expect(requests.map(({ query }) => query['person'])).toEqual([undefined, 'ann@example.org']))
})

test('M23 changing an option loads a new preview and cancels a pending one', async () => {
  const LONG = { ...PREVIEW.problems.first[0]!, kind: 'too-long' as const }
  const preview = { ...PREVIEW, problems: { count: 1, first: [LONG] } }
  answer = (_, { long }) => (long === 'keep' ? new Promise(() => {}) : preview)
  renderPage()
  await choose(FILE)
  const long = await screen.findByRole('switch', { name: /more than 24 hours/ })
  await userEvent.click(long)
  await waitFor(() => expect(requests[1]?.query['long']).toBe('keep'))
  await userEvent.click(long)
  await waitFor(() => expect(requests[1]?.signal.aborted).toBe(true))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' }).getAttribute('aria-busy')).toBeNull(),
  )
})

test('M25 without a reply from the server the file and the options stay', async () => {
  let isUnreachable = true
  answer = (path) => (isUnreachable ? undefined : path === '/api/imports' ? RESULT : PREVIEW)
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
  answer = (path) => (path === '/api/imports' ? (isUnreachable ? undefined : RESULT) : PREVIEW)
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
  answer = (path) => (path === '/api/imports' ? new Promise((resolve) => (finish = resolve)) : PREVIEW)
  const { unmount } = renderPage()
  await choose(FILE)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  expect(await screen.findByText(/the import goes on/)).toBeDefined()
  unmount()
  expect(requests[1]?.signal.aborted).toBe(false)
  finish(RESULT)
  await waitFor(() => expect(toastQueue.read().map(({ message }) => message)).toContain('3 entries imported'))
})

test('M26 an incomplete import says so and how to finish it', async () => {
  history = [EARLIER]
  renderPage()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('Not finished')
  expect(row.textContent).toContain('Import the same file again to finish it.')
  expect(row.textContent).toContain('12 of them still there')
  expect(within(row).getByRole('button', { name: 'Undo the import of old.csv' })).toBeDefined()
})

test('M26 an import shows how many of its rows are done', async () => {
  answer = (path) => (path === '/api/imports' ? new Promise(() => {}) : PREVIEW)
  renderPage()
  await choose(FILE)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  expect(await screen.findByText('Reading the file…')).toBeDefined()
  history = [{ ...EARLIER, isRunning: true, readRows: 1_500, fileRows: 6_000 }]
  expect(await screen.findByText('1,500 of 6,000 rows', {}, { timeout: 3_000 })).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Import progress' }).getAttribute('aria-valuenow')).toBe('25')
})

test('M26 after a reload a running import is followed to its end', async () => {
  const running = { ...EARLIER, isRunning: true, readRows: 45, timeEntries: 40 }
  history = [running]
  renderPage()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('45 of 60 rows')
  expect(row.textContent).not.toContain('Import the same file again')
  expect(within(row).queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(within(row).getByRole('button', { name: 'Stop the import of old.csv' })).toBeDefined()
  expect(screen.getByLabelText('Choose a file')).toHaveProperty('disabled', true)
  history = [{ ...running, isRunning: false, isFinished: true, readRows: 60, created: 58 }]
  await waitFor(() => expect(toastQueue.read().map(({ message }) => message)).toContain('58 entries imported'), {
    timeout: 3_000,
  })
  expect(screen.getByLabelText('Choose a file')).toHaveProperty('disabled', false)
})

test('M40 a file is sent in parts; without a network the rest is sent later, and it can be stopped', async () => {
  isOffline = true
  renderPage()
  await choose(FILE)
  expect(await screen.findByText(/No connection to the server/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'hours.csv' }))
  isOffline = false
  fireEvent(window, new Event('online'))
  expect(await screen.findByRole('button', { name: 'Import 3 entries' })).toBeDefined()
  expect(parts).toEqual([['/api/uploads/u1/parts/0', expect.any(Blob)]])
  isOffline = true
  drop(new File(['other'], 'other.csv'))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop sending' }))
  expect(await screen.findByLabelText('Choose a file')).toBeDefined()
  expect(screen.queryByRole('alert')?.textContent).toBe('')
})

test('M40 a file that has arrived is previewed without choosing it again, or discarded', async () => {
  uploads = [{ ...UPLOAD, missing: [] }]
  renderPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(uploads).toEqual([]))
  expect(parts).toEqual([])
})

test('M40 of a file that arrived in part only the rest is sent', async () => {
  const bytes = UPLOAD_PART_BYTES + 5
  const file = new File([new Uint8Array(bytes)], 'big.csv', { lastModified: Date.parse('2026-03-01T08:00:00Z') })
  uploads = [{ ...UPLOAD, fileName: 'big.csv', bytes, modifiedAt: '2026-03-01T08:00:00.000Z', missing: [1] }]
  renderPage()
  expect(await screen.findByText(/100% sent|99% sent/)).toBeDefined()
  await choose(file)
  expect(await screen.findByRole('button', { name: 'Import 3 entries' })).toBeDefined()
  expect(parts).toEqual([['/api/uploads/u1/parts/1', expect.objectContaining({ size: 5 })]])
})

test('M43 an import that was interrupted is continued by one press', async () => {
  history = [{ ...EARLIER, upload: 'u1' }]
  uploads = [{ ...UPLOAD, missing: [] }]
  answer = () => RESULT
  renderPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue the import of old.csv' }))
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual(['/api/imports/i0/continue']))
  expect(screen.queryByText('Files not imported yet')).toBeNull()
  await waitFor(() => expect(toastQueue.read().map(({ message }) => message)).toContain('3 entries imported'))
})

test('M43 an import that runs can be stopped', async () => {
  answer = (path) => (path.endsWith('/cancel') ? null : path === '/api/imports' ? new Promise(() => {}) : PREVIEW)
  renderPage()
  await choose(FILE)
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 entries' }))
  const stop = await screen.findByRole('button', { name: 'Stop import' })
  expect(stop).toHaveProperty('disabled', true)
  history = [{ ...EARLIER, isRunning: true, upload: 'u1' }]
  await waitFor(() => expect(stop).toHaveProperty('disabled', false), { timeout: 3_000 })
  await userEvent.click(stop)
  expect(await screen.findByLabelText('Choose a file')).toBeDefined()
  expect(requests.at(-1)?.path).toBe('/api/imports/i0/cancel')
})
