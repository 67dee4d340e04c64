import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Import, ImportPreview, ImportResult } from '#contract/files/imports.ts'
import { type FileUpload, UPLOAD_PART_BYTES } from '#contract/files/uploads.ts'
import type { User } from '#contract/users.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { ImportPage } from '#web/features/imports/ImportPage.tsx'
import { loadEnglish } from '#web/i18n/testing/english.ts'

const NONE = { count: 0, names: [] }
export const PREVIEW: ImportPreview = {
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
export const RESULT: ImportResult = {
  id: 'i1',
  created: 3,
  duplicates: 1,
  invalid: 1,
  clients: 0,
  projects: 2,
  tasks: 0,
  tags: 0,
}
export const EARLIER: Import = {
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
export const UPLOAD: FileUpload = {
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

interface ImportServer {
  history: Import[]
  uploads: FileUpload[]
  requests: { path: string; query: Record<string, string>; signal: AbortSignal }[]
  /** The parts that were sent. */
  parts: unknown[]
  isOffline: boolean
  /** The data that the server replies with; undefined for no reply. */
  answer: (path: string, query: Record<string, string>) => unknown
}

const newServer = (): ImportServer => ({
  history: [],
  uploads: [],
  requests: [],
  parts: [],
  isOffline: false,
  answer: (path) => (path === '/api/imports' ? RESULT : PREVIEW),
})

export const server = newServer()

/** Answers the requests of the page. */
export function serveImports() {
  beforeAll(loadEnglish)
  beforeEach(() => {
    Object.assign(server, newServer())
    vi.stubGlobal('fetch', reply)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}

async function reply(address: string, { method = 'GET', body, signal }: RequestInit) {
  const { history, uploads, requests, answer } = server
  const [path = '', search] = address.split('?')
  const kept: Record<string, unknown> = {
    '/api/imports': history,
    '/api/uploads': uploads,
    '/api/users/profile': USER,
  }
  if (method === 'GET') return Response.json({ ok: true, data: kept[path] ?? [] })
  if (path.startsWith('/api/uploads')) return replyToUpload(method, path, body)
  const query = Object.fromEntries(new URLSearchParams(search))
  requests.push({ path, query, signal: signal! })
  const data = await answer(path, query)
  if (data === undefined) throw new TypeError('Failed to fetch')
  return Response.json({ ok: true, data })
}

function replyToUpload(method: string, path: string, body: unknown) {
  if (server.isOffline) throw new TypeError('Failed to fetch')
  if (method === 'PUT') server.parts.push([path, body])
  if (method === 'POST') server.uploads = [{ ...UPLOAD, ...JSON.parse(String(body)) }]
  if (method === 'DELETE') server.uploads = []
  return Response.json({ ok: true, data: method === 'POST' ? server.uploads[0] : null })
}

export function renderPage() {
  const client = createQueryClient(vi.fn())
  const routeTree = createRootRoute({ component: ImportPage })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/import'] }) })
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

export const FILE = new File(['Date;From;Took;Remark'], 'hours.csv', { type: 'text/csv' })

export async function choose(file: File) {
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
}

export function drop(...files: File[]) {
  const event = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types: ['Files'], files } })
  fireEvent(window, event)
  return event
}
