import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Summary } from '#contract/reports.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { projectList } from '#web/features/projects/queries.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { Dimension, ReportQuery } from '#web/features/reports/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { Breakdown } from './Breakdown.tsx'
import { BreakdownLineEntries } from './BreakdownLineEntries.tsx'

const AT = '2026-11-09T08:00:00.000Z'

const line = (key: string | null, minutes: number, entries: number) => ({
  key,
  milliseconds: minutes * MINUTE_MS,
  entries,
})
const LINES: Summary['lines'] = [
  { ...line('atlas', 100, 3), lines: [line('wireframes', 67, 2), line(null, 33, 1)] },
  { ...line('helio', 50, 2), lines: [line(null, 50, 2)] },
  { ...line('notes', 50, 2), lines: [line(null, 50, 2)] },
]
const NAMES: Record<string, string> = {
  atlas: 'Atlas',
  helio: 'Helio',
  notes: 'Notes',
  northwind: 'Northwind',
  wireframes: 'Wireframes',
}
const getGroupLabel: GetGroupLabel = (dimension, key) => ({
  key,
  name: key === null ? `No ${dimension}` : (NAMES[key] ?? key),
  color: '#0f766e',
})

const entry = (id: string, startTime: string, endTime: string) => ({
  id,
  user: 'u',
  project: 'atlas',
  task: 'wireframes',
  tags: [],
  startTime,
  endTime,
  duration: 25 * MINUTE_MS,
  notes: 'First draft',
  isRunning: false,
  segments: [{ start: startTime, end: endTime }],
  createdAt: AT,
  updatedAt: AT,
  milliseconds: 25 * MINUTE_MS,
})
const PAGES: Record<string, object> = {
  '': { entries: [entry('e1', '2026-11-10T08:00:00.000Z', '2026-11-10T08:25:00.000Z')], cursor: 'e1' },
  e1: { entries: [entry('e2', AT, '2026-11-09T08:25:00.000Z')], cursor: null },
}
const PROJECT = { id: 'atlas', user: 'u', name: 'Atlas', color: '#0f766e', description: '', client: 'northwind' }

let entryQueries: URLSearchParams[]
let isFailing: boolean

beforeAll(loadEnglish)
beforeEach(() => {
  entryQueries = []
  isFailing = false
  vi.stubGlobal('fetch', (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://example.org')
    if (pathname === '/api/reports/entries') entryQueries.push(searchParams)
    const entries = isFailing ? undefined : PAGES[searchParams.get('cursor') ?? '']
    const projects = [{ ...PROJECT, status: 'active', isPinned: false, openTasks: 0, createdAt: AT, updatedAt: AT }]
    const data = pathname === '/api/projects' ? projects : entries
    const body = data === undefined ? { ok: false, code: 'invalid', message: 'No', error: 'No' } : { ok: true, data }
    return Promise.resolve(new Response(JSON.stringify(body), { status: data === undefined ? 400 : 200 }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface RenderOptions {
  lines?: Summary['lines']
  group?: Dimension
  subgroup?: Dimension | undefined
}

async function renderBreakdown({ lines = LINES, group = 'project', subgroup }: RenderOptions = {}) {
  const query: ReportQuery = { from: '2026-11-09', to: '2026-11-15', zone: 'Europe/Madrid', group, subgroup }
  const component = () => (
    <TestBreakdown
      lines={lines}
      total={lines.reduce((sum, { milliseconds }) => sum + milliseconds, 0)}
      entries={7}
      group={group}
      subgroup={subgroup}
      getGroupLabel={getGroupLabel}
      query={query}
    />
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Breakdown' })
}

/** Loads projects and entries, as the report page does. */
function TestBreakdown({
  query,
  ...props
}: Omit<ComponentProps<typeof Breakdown>, 'clientOf'> & { query: ReportQuery }) {
  const { data: projects = [] } = useQuery(projectList.query)
  return (
    <Breakdown
      {...props}
      clientOf={(project) => projects.find(({ id }) => id === project)?.client ?? null}
      renderEntries={(path, columnCount) => (
        <BreakdownLineEntries path={path} columnCount={columnCount} query={query} getGroupLabel={getGroupLabel} />
      )}
    />
  )
}

const rows = () => screen.getAllByRole('row').map((row) => row.textContent)
const open = (name: string) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))

test('U34 each line shows its client, entries, share and time, and the last row the total', async () => {
  await renderBreakdown({ subgroup: 'task' })
  await screen.findAllByText('Northwind')
  expect(rows()).toEqual([
    'Project and taskClientEntriesShareTime',
    'AtlasNorthwindNorthwind350%1h 40m',
    'HelioNo client225%50m',
    'NotesNo client225%50m',
    'Total7100%3h 20m',
  ])
})

test('U34 a line expands to sublines whose shares add up to its own, and all lines can be expanded at once', async () => {
  await renderBreakdown({ subgroup: 'task' })
  expect(screen.getByRole('button', { name: /^Atlas/ }).getAttribute('aria-expanded')).toBe('false')
  await open('Atlas')
  expect(screen.getByRole('button', { name: /^Atlas/ }).getAttribute('aria-expanded')).toBe('true')
  expect(rows().slice(2, 4)).toEqual(['Wireframes234%1h 07m', 'No task116%33m'])

  await open('Expand all')
  expect(rows()).toHaveLength(9)
  await open('Collapse all')
  expect(rows()).toHaveLength(5)
})

test('U35 a line of the last level expands to its entries, page by page, each with a link to the list of its day', async () => {
  await renderBreakdown({ subgroup: 'task' })
  await open('Atlas')
  await open('Wireframes')
  const link = await screen.findByRole('link', { name: 'Tue 10 Nov, 09:00 – 09:25' })
  expect(link.getAttribute('href')).toBe('/time-entries?project=atlas&from=2026-11-10&to=2026-11-10')
  expect(screen.getByRole('listitem').textContent).toContain('First draft25m')
  expect(entryQueries.map((query) => [query.get('projects'), query.get('tasks')])).toEqual([['atlas', 'wireframes']])

  await open('More entries')
  await screen.findByRole('link', { name: 'Mon 9 Nov, 09:00 – 09:25' })
  expect(screen.queryByRole('button', { name: 'More entries' })).toBeNull()
})

test('U35 without a second level a line expands to its entries, which show their project, task and notes', async () => {
  await renderBreakdown({ group: 'client', lines: [{ ...line(null, 25, 1), lines: [] }] })
  expect(screen.queryByRole('button', { name: 'Expand all' })).toBeNull()
  await open('No client')
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('Atlas · Wireframes · First draft')
})

test('U35 pages without an entry of the line are skipped, and a line without entries says so', async () => {
  await renderBreakdown({
    group: 'weekday',
    lines: [
      { ...line('1', 25, 1), lines: [] },
      { ...line('3', 25, 1), lines: [] },
    ],
  })
  await open('1')
  await screen.findByRole('link', { name: 'Mon 9 Nov, 09:00 – 09:25' })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await open('3')
  await screen.findByText('No time in these days.')
})

test('U35 entries that failed to load can be loaded again', async () => {
  isFailing = true
  await renderBreakdown()
  await open('Atlas')
  await screen.findByRole('alert')
  isFailing = false
  await open('Try again')
  await screen.findByRole('link', { name: 'Tue 10 Nov, 09:00 – 09:25' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['project', 'task', 0],
  ['project', 'tag', 1],
  ['tag', undefined, 1],
] as const)(
  'U34 grouped by %s and %s, the note about entries with several tags appears %d times',
  async (group, subgroup, count) => {
    await renderBreakdown({ group, subgroup })
    expect(screen.queryAllByText(/several tags appears under each of them, but counts once in the total/)).toHaveLength(
      count,
    )
  },
)

test('U34 without any time the total is 0m', async () => {
  await renderBreakdown({ lines: [] })
  await waitFor(() => expect(rows().slice(1)).toEqual(['No time in these days.', 'Total70m']))
})
