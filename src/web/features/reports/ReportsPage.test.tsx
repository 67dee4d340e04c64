import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Summary } from '#contract/reports.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { ReportsPage } from './ReportsPage.tsx'

const AT = '2026-03-02T09:00:00.000Z'
const item = (id: string, name: string) => ({ id, name, color: '#0f766e', user: 'u', createdAt: AT, updatedAt: AT })
const LISTS: Record<string, object[]> = {
  '/api/projects': [
    { ...item('atlas', 'Atlas'), description: '', client: null, status: 'active', isPinned: false, openTasks: 0 },
  ],
  '/api/clients': [],
  '/api/tasks': [],
  '/api/tags': [item('deep', 'deep')],
  '/api/timer-presets': [],
}
const NOTHING = { milliseconds: 0, entries: 0, completed: 0, cutShort: 0, longestMilliseconds: 0 }

/** Hours worked by day; undefined makes the server fail. */
let worked: Record<string, number> | undefined
let summaryQueries: URLSearchParams[]

function answer(path: string): unknown {
  const [name = '', search] = path.split('?')
  if (name in LISTS) return LISTS[name]
  const query = new URLSearchParams(search)
  if (worked === undefined) return undefined
  if (name === '/api/reports/summary') {
    summaryQueries.push(query)
    return summaryOf(worked, query)
  }
  if (name === '/api/reports/series') return []
  return Array.from({ length: 7 }, () => Array<number>(24).fill(0))
}

function summaryOf(worked: Record<string, number>, query: URLSearchParams): Summary {
  const days = Object.entries(worked).filter(([day]) => day >= query.get('from')! && day <= query.get('to')!)
  const milliseconds = days.reduce((sum, [, hours]) => sum + hours * HOUR_MS, 0)
  if (milliseconds === 0) return { total: NOTHING, lines: [] }
  const total = { milliseconds, entries: 5, completed: 3, cutShort: 1, longestMilliseconds: HOUR_MS }
  const one = (key: string, milliseconds: number) => ({ key, milliseconds, entries: 5, lines: [] })
  const isByDay = query.get('group') === 'day'
  return {
    total,
    lines: isByDay ? days.map(([day, hours]) => one(day, hours * HOUR_MS)) : [one('atlas', milliseconds)],
  }
}

beforeAll(loadEnglish)
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 11, 12), toFake: ['Date'] })
  worked = { '2026-11-02': 2, '2026-11-03': 3, '2026-11-06': 9, '2026-11-09': 4, '2026-11-10': 3 }
  summaryQueries = []
  vi.stubGlobal('fetch', (path: string) => {
    const data = answer(path)
    const body = data === undefined ? { ok: false, code: 'invalid', message: 'No', error: 'No' } : { ok: true, data }
    return Promise.resolve(new Response(JSON.stringify(body), { status: data === undefined ? 400 : 200 }))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function renderPage(address = '/reports') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const routeTree = createRootRoute({ component: ReportsPage })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { client, addressOf: () => router.state.location.searchStr }
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name })
/** Text with no-break and thin spaces replaced. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')
const figures = async () => textOf(await screen.findByLabelText('Figures'))
const expectFigures = (text: string) => waitFor(async () => expect(await figures()).toContain(text))

test('U11 on Wednesday the key figures compare the week with the same days of the week before', async () => {
  renderPage()
  await expectFigures('7h 00m+2 h 00 m vs the same days of last week')
  expect(await figures()).toContain('3h 30mon 2 days worked')
  expect(await figures()).toContain('43 completed, 1 cut short')
  expect(await figures()).toContain('1h 00mof 5 entries')
})

test('U10 arrow keys step through the weeks up to the current one, and a button leads back to it', async () => {
  const { addressOf } = renderPage()
  await heading(/^9\s–\s15 November$/)
  expect(screen.getByRole('button', { name: 'Next period' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  await heading(/^2\s–\s8 November$/)
  expect(addressOf()).toBe('?from=2026-11-02')
  await expectFigures('14h 00m+14 h 00 m vs last week')
  await userEvent.click(screen.getByRole('radio', { name: 'Month' }))
  await heading('November 2026')
  expect(addressOf()).toBe('?range=month')
  await userEvent.click(screen.getByRole('button', { name: 'Previous period' }))
  await heading('October 2026')
  await userEvent.click(screen.getByRole('button', { name: 'This month' }))
  await heading('November 2026')
})

test('U12 URL parameters are sent to the server and shown on the page', async () => {
  const address = 'projects=atlas&tags=deep%2Cnone&tagMatch=all&group=tag&rounding=up&roundingMinutes=6&roundingPer=day'
  renderPage(`/reports?range=custom&from=2026-11-02&to=2026-11-05&${address}`)
  await expectFigures('5h 00m')
  const [first] = summaryQueries
  expect(Object.fromEntries(first!)).toMatchObject({
    ...Object.fromEntries(new URLSearchParams(address)),
    from: '2026-11-02',
    to: '2026-11-05',
    subgroup: 'project',
  })
  screen.getByText('Rounded: each line of each day up to full 6 min', { selector: 'header *' })
  screen.getByText(/^Times in \w+/, { selector: 'header *' })
  for (const name of [/^Projects:? Atlas/, /^Tags:? 2/, /^Rounding: Up, 6 min/, /^Dates: 2\s–\s5 November/])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
})

test('U8 a report that is grouped by a calendar unit keeps its figures until the new lines arrive', async () => {
  renderPage('/reports?from=2026-11-02')
  await expectFigures('14h 00m')
  await userEvent.click(await screen.findByRole('button', { name: /^Group by/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Day' }))
  expect(await figures()).toContain('14h 00m')
  expect(await screen.findByRole('row', { name: /^Mon,?\s2\sNov/ })).toBeTruthy()
})

test('U14 an empty week says so and offers the week before and the timer', async () => {
  worked = { '2026-11-03': 1 }
  renderPage()
  await screen.findByText('Nothing tracked in this week.')
  expect(screen.getByRole('link', { name: 'Go to the timer' }).getAttribute('href')).toBe('/')
  await userEvent.click(screen.getByRole('button', { name: 'Go to the previous period' }))
  await expectFigures('1h 00m')
})

test('U14 filters that match nothing can be cleared', async () => {
  worked = { '2026-11-03': 1 }
  const { addressOf } = renderPage('/reports?projects=atlas&group=client')
  await screen.findByText('Nothing in this period matches the filters.')
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  await screen.findByText('Nothing tracked in this week.')
  expect(addressOf()).toBe('?group=client')
})

test('U14 the panels are shown while the report loads', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  renderPage()
  for (const name of ['By day', 'By project', 'Breakdown', 'Rhythm']) await screen.findByRole('region', { name })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('U14 a failed request shows an error and can be retried; data loaded before stays', async () => {
  worked = undefined
  const { client } = renderPage()
  const again = await screen.findByRole('button', { name: 'Try again' })
  worked = { '2026-11-09': 4 }
  await userEvent.click(again)
  await expectFigures('4h 00m')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())

  worked = undefined
  await act(() => client.invalidateQueries({ queryKey: ['activity'] }))
  within(await screen.findByRole('alert')).getByText('No')
  expect(await figures()).toContain('4h 00m')
})
