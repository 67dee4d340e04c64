import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Overview as Figures } from '#contract/overview.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { Overview } from './Overview.tsx'
import type { RunningEntry } from './running-work.ts'

const MIDNIGHT = new Date(2026, 10, 13).getTime()
const NOW = new Date(2026, 10, 13, 10, 40)
const at = (hours: number, minutes: number) => new Date(2026, 10, 13, hours, minutes).toISOString()
const AT = '2026-03-02T09:00:00.000Z'

const item = (id: string, name: string) => ({ id, name, color: '#0f766e', user: 'u', createdAt: AT, updatedAt: AT })
const project = (id: string, name: string) => ({
  ...item(id, name),
  description: '',
  client: null,
  status: 'active',
  isPinned: false,
  openTasks: 0,
})
const LISTS: Record<string, object[]> = {
  '/api/projects': [project('atlas', 'Atlas'), project('helio', 'Helio')],
  '/api/tasks': [
    {
      ...item('t1', 'Wireframes'),
      description: '',
      project: 'atlas',
      status: 'pending',
      estimate: null,
      planned: null,
    },
  ],
  '/api/tags': [item('g1', 'design')],
  '/api/time-entries': [],
}

const entry = (id: string, projectId: string, start: string, end: string) => ({
  id,
  user: 'u',
  project: projectId,
  task: projectId === 'atlas' ? 't1' : null,
  tags: projectId === 'atlas' ? ['g1'] : [],
  startTime: start,
  endTime: end,
  duration: Date.parse(end) - Date.parse(start),
  notes: projectId === 'atlas' ? 'Work session 1/4' : '',
  isRunning: false,
  segments: [{ start, end }],
  createdAt: AT,
  updatedAt: AT,
})

const NOTHING: Figures = {
  today: {
    day: '2026-11-13',
    start: new Date(MIDNIGHT).toISOString(),
    end: new Date(2026, 10, 14).toISOString(),
    milliseconds: 0,
    segments: [],
    entryCount: 0,
    entries: [],
  },
  week: { milliseconds: 0, projects: [], days: [{ day: '2026-11-13', milliseconds: 0 }] },
  heatmap: { firstDay: '2026-11-09', days: [] },
  streak: { current: 0, longest: 0 },
  averageMilliseconds: null,
  goals: [],
}

const DETAILS = { taskId: 't1', tags: ['g1'], notes: 'Sketches' }
const ENTRIES = [entry('e2', 'atlas', at(9, 0), at(9, 25)), entry('e1', 'helio', at(8, 0), at(9, 0))]
const WORKED: Figures = {
  today: {
    ...NOTHING.today,
    milliseconds: 85 * MINUTE_MS,
    segments: ENTRIES.toReversed().map(({ startTime, endTime, project }) => ({
      start: startTime,
      end: endTime,
      project,
    })),
    entryCount: 2,
    entries: ENTRIES,
  },
  week: {
    milliseconds: 85 * MINUTE_MS,
    projects: [
      { project: 'helio', milliseconds: 60 * MINUTE_MS },
      { project: 'atlas', milliseconds: 25 * MINUTE_MS },
    ],
    days: [{ day: '2026-11-13', milliseconds: 85 * MINUTE_MS }],
  },
  heatmap: { firstDay: '2026-11-09', days: [{ day: '2026-11-13', milliseconds: 85 * MINUTE_MS }] },
  streak: { current: 1, longest: 9 },
  averageMilliseconds: 85 * MINUTE_MS,
  goals: [],
}

/** The server's next reply; undefined: an error. */
let figures: Figures | undefined

beforeAll(loadEnglish)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('fetch', (path: string) => {
    const data = path.startsWith('/api/overview') ? figures : LISTS[path.replace(/^(.api.time-entries).*/, '$1')]
    const body = data === undefined ? { ok: false, code: 'invalid', message: 'No', error: 'No' } : { ok: true, data }
    return Promise.resolve(new Response(JSON.stringify(body), { status: data === undefined ? 400 : 200 }))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show({
  running = null,
  onContinue = vi.fn(),
}: { running?: RunningEntry | null; onContinue?: () => void } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const routeTree = createRootRoute({
    component: () => <Overview planned={[]} running={running} onContinue={onContinue} />,
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { client, onContinue }
}

const region = (name: string) => screen.findByRole('region', { name })
/** Text as read aloud: durations contain no-break spaces and separate units. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ')

test('V7 today shows the worked time, its projects and its times', async () => {
  figures = WORKED
  show()
  const list = await screen.findByRole('list', { name: 'Entries' })
  const today = await region('Today')
  expect(textOf(today)).toContain('1h 25m')
  expect(textOf(today)).toContain('2 entries, 2 projects')

  const rows = within(list).getAllByRole('listitem')
  await waitFor(() => expect(textOf(rows[0]!)).toContain('Wireframes'))
  for (const text of ['Atlas', 'Work session 1/4', 'design', '09:00 – 09:25', '25m'])
    expect(textOf(rows[0]!)).toContain(text)
  expect(textOf(rows[1]!)).toContain('Helio')

  const week = within(await region('Activity')).getByRole('list', { name: 'This week by project' })
  expect(within(week).getAllByRole('listitem').map(textOf)).toEqual(['Helio1h 00m', 'Atlas25m'])
  for (const text of ['current streak1 day', 'longest streak9 days', 'daily average1h 25m'])
    expect(textOf(await region('Activity'))).toContain(text)
})

test('V7 the day ribbon can be read by screen readers and with the arrow keys', async () => {
  figures = WORKED
  show()
  const ribbon = await screen.findByRole('group', { name: 'Timeline of today' })
  const today = within(await region('Today'))
  expect(today.getAllByRole('row').map(textOf)).toEqual(['08:00 – 09:00Helio1 h 00 m', '09:00 – 09:25Atlas25 m'])

  act(() => ribbon.focus())
  expect(textOf(today.getByRole('status'))).toBe('Atlas 09:00 – 09:25 25 m')
  await userEvent.keyboard('{ArrowLeft}')
  expect(textOf(today.getByRole('status'))).toBe('Helio 08:00 – 09:00 1 h 00 m')
  await userEvent.keyboard('{Escape}')
  expect(textOf(today.getByRole('status'))).toBe('')
})

test('V7 an entry can be continued', async () => {
  figures = WORKED
  const { onContinue } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue Helio' }))
  expect(onContinue).toHaveBeenCalledExactlyOnceWith(ENTRIES[1])
})

test('N14 an entry in the future is marked', async () => {
  const entries = [entry('e4', 'helio', at(11, 0), at(12, 0)), entry('e3', 'helio', at(10, 0), at(11, 0)), ...ENTRIES]
  figures = { ...WORKED, today: { ...WORKED.today, entries, entryCount: 4 } }
  show()
  const rows = within(await screen.findByRole('list', { name: 'Entries' })).getAllByRole('listitem')
  const marks = rows.map((row) => /In the future|Ends in the future/.exec(textOf(row))?.[0])
  expect(marks).toEqual(['In the future', 'Ends in the future', undefined, undefined])
})

test('V6 running work is the first row with its task, tags and note, and counts in today and this week', async () => {
  figures = WORKED
  const start = Date.parse(at(10, 30))
  const segments = [[start, start + 10 * MINUTE_MS]] as const
  show({
    running: {
      startedAt: start,
      segments,
      isContinuing: false,
      pausedAt: null,
      ...DETAILS,
      projectId: 'helio',
      elapsedMs: 10 * MINUTE_MS,
    },
  })
  const list = await screen.findByRole('list', { name: 'Entries' })
  const first = () => textOf(within(list).getAllByRole('listitem')[0]!)
  for (const text of ['10:30 – now', 'Helio', 'Wireframes', 'design', 'Sketches'])
    await waitFor(() => expect(first()).toContain(text))
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  expect(textOf(await region('Today'))).toContain('1h 35m')
  expect(textOf(await region('Activity'))).toContain('Helio1h 10m')
})

test('V6 paused work shows when it was paused', async () => {
  figures = WORKED
  const [startedAt, pausedAt] = [Date.parse(at(10, 30)), Date.parse(at(10, 40))]
  const work = { segments: [[startedAt, pausedAt]] as const, elapsedMs: 10 * MINUTE_MS, isContinuing: false }
  show({ running: { startedAt, pausedAt, ...work, ...DETAILS, projectId: 'helio' } })
  const list = await screen.findByRole('list', { name: 'Entries' })
  await waitFor(() => expect(textOf(within(list).getAllByRole('listitem')[0]!)).toContain('10:30 – 10:40'))
})

test('V6 an entry that is being continued is listed once', async () => {
  figures = WORKED
  const start = Date.parse(at(9, 0))
  const segments = [[start, start + 40 * MINUTE_MS]] as const
  show({
    running: {
      startedAt: start,
      segments,
      isContinuing: true,
      pausedAt: null,
      ...DETAILS,
      projectId: 'atlas',
      elapsedMs: 40 * MINUTE_MS,
    },
  })
  const list = await screen.findByRole('list', { name: 'Entries' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(textOf(rows[0]!)).toContain('09:00 – now')
  expect(textOf(await region('Today'))).toContain('1h 40m')
})

test('V7 a new user sees an invitation instead of zeros', async () => {
  figures = NOTHING
  show()
  await screen.findByText('No entries yet. Start the timer or add time by hand.')
  expect(textOf(await region('Today'))).toContain('Nothing yet today')
  expect(textOf(await region('Today'))).not.toMatch(/\d+m/)
  expect(screen.getByRole('link', { name: 'Add time' }).getAttribute('href')).toBe('/time-entries/new')
  expect(screen.queryByText('current streak')).toBeNull()
})

test('V7 the panels are visible before their data is loaded', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  show()
  for (const name of ['Today', 'Entries', 'Activity']) await region(name)
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('V7 a long list shows the first entries, the others on demand', async () => {
  const entries = Array.from({ length: 12 }, (_, index) => entry(`e${index}`, 'helio', at(9, index), at(9, index + 1)))
  figures = { ...WORKED, today: { ...WORKED.today, entries, entryCount: 12 } }
  show()
  const list = await screen.findByRole('list', { name: 'Entries' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(9)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(12)
})

test('V7 a failed request can be retried, and loaded data stays visible', async () => {
  figures = undefined
  const { client } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Try again' })
  figures = WORKED
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('list', { name: 'Entries' })

  figures = undefined
  await act(() => client.invalidateQueries({ queryKey: ['activity'] }))
  await screen.findByText('These figures may be out of date.')
  expect(screen.getByRole('list', { name: 'Entries' })).toBeTruthy()
  figures = WORKED
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('These figures may be out of date.')).toBeNull())
})

test('V8 another day is shown with its entries and times, and today again', async () => {
  figures = WORKED
  const yesterday = (hours: number) => new Date(2026, 10, 12, hours).toISOString()
  vi.stubGlobal('fetch', (path: string) => {
    const entries = [entry('e9', 'helio', yesterday(20), yesterday(22))]
    const data = path.startsWith('/api/overview')
      ? WORKED
      : path.startsWith('/api/time-entries')
        ? entries
        : LISTS[path]
    return Promise.resolve(new Response(JSON.stringify({ ok: true, data })))
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Previous day' }))
  const day = await region('Thursday 12 November')
  await waitFor(() => expect(textOf(day)).toContain('2h 00m'))
  expect(within(day).getAllByRole('row').map(textOf)).toEqual(['20:00 – 22:00Helio2 h 00 m'])
  const list = screen.getByRole('list', { name: 'Entries' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)

  const next = screen.getByRole('button', { name: 'Next day' })
  await userEvent.click(next)
  await region('Today')
  expect(document.activeElement).toBe(next)
  await userEvent.click(next)
  await region('Today')
})
