import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { compareNewestFirst } from './data/entry-pages.ts'
import type { EntryFilter } from './data/entry-types.ts'
import { entriesQuery, useCreateEntry, useRemoveEntries, useUpdateEntry } from './queries.ts'

const timeAt = (hour: number) => new Date(Date.UTC(2026, 0, 1) + hour * HOUR_MS).toISOString()
const entryAt = (hour: number): TimeEntry => ({
  id: `e${String(hour).padStart(4, '0')}`,
  user: 'u',
  project: 'p',
  task: null,
  tags: [],
  startTime: timeAt(hour),
  endTime: timeAt(hour + 1),
  duration: HOUR_MS,
  notes: '',
  isRunning: false,
  segments: [{ start: timeAt(hour), end: timeAt(hour + 1) }],
  createdAt: timeAt(hour),
  updatedAt: timeAt(hour),
})

/** The server's entries: one an hour, 700 in total. */
let entries: TimeEntry[]
let requests: string[]
let isBroken = false
const sync = createTestSync()

function answer(path: string, method: string, body: Record<string, unknown>): unknown {
  const url = new URL(path, 'http://ritmo.example')
  const id = url.pathname.split('/')[3] ?? ''
  if (method === 'GET') {
    const [cursor, limit] = [url.searchParams.get('cursor'), Number(url.searchParams.get('limit'))]
    const from = cursor === null ? 0 : entries.findIndex((entry) => entry.id === cursor) + 1
    return entries.slice(from, from + limit)
  }
  if (method === 'POST' && url.pathname.endsWith('/bulk-delete')) {
    entries = entries.filter((entry) => !(body['ids'] as string[]).includes(entry.id))
    return { timeEntries: 1 }
  }
  const changed = { ...(entries.find((entry) => entry.id === id) ?? entryAt(0)), ...body }
  entries = [...entries.filter((entry) => entry.id !== changed.id), changed].toSorted(compareNewestFirst)
  return changed
}

beforeEach(() => {
  entries = Array.from({ length: 700 }, (_, hour) => entryAt(hour)).toSorted(compareNewestFirst)
  requests = []
  isBroken = false
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}' }: RequestInit) => {
    if (method === 'GET') requests.push(path)
    const refusal = { ok: false, code: 'conflict', message: 'No', error: 'No' }
    if (isBroken && method !== 'GET') return Response.json(refusal, { status: 409 })
    return Response.json({
      ok: true,
      data: answer(path, method, JSON.parse(body as string) as object as Record<string, unknown>),
    })
  })
})
afterAll(sync.stop)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders a list with `pages` pages loaded, and the mutations. */
async function open(filter: EntryFilter, pages: number) {
  const client = createQueryClient(() => undefined)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={sync}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </SyncContext>
  )
  const { result } = renderHook(
    () => ({
      list: useInfiniteQuery(entriesQuery(filter)),
      create: useCreateEntry().mutateAsync,
      update: useUpdateEntry().mutateAsync,
      remove: useRemoveEntries().mutateAsync,
    }),
    { wrapper },
  )
  await vi.waitFor(() => expect(result.current.list.data).toBeDefined())
  const loadMore = async () => {
    const { length } = result.current.list.data?.pages ?? []
    await act(() => result.current.list.fetchNextPage())
    await vi.waitFor(() => expect(result.current.list.data?.pages).toHaveLength(length + 1))
  }
  for (let page = 1; page < pages; page += 1) await loadMore()
  requests = []
  return {
    result,
    loadMore,
    ids: () => (result.current.list.data?.pages ?? []).flatMap((page) => page.entries.map(({ id }) => id)).toSorted(),
    whenIdle: () => vi.waitFor(() => expect(client.isFetching()).toBe(0)),
  }
}

const idsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => entryAt(from + index).id)

// prettier-ignore
test.each<[what: string, act: (on: Awaited<ReturnType<typeof open>>['result']) => Promise<unknown>, ids: string[]]>([
  ['changed',                     ({ current }) => current.update({ id: 'e0650', change: { notes: 'new' } }),                        idsOf(450, 700)],
  ['moved up',                    ({ current }) => current.update({ id: 'e0450', change: { startTime: timeAt(800), endTime: timeAt(801) } }), idsOf(450, 700)],
  ['moved to a page not loaded',  ({ current }) => current.update({ id: 'e0650', change: { startTime: timeAt(9), endTime: timeAt(10) } }), idsOf(450, 700).filter((id) => id !== 'e0650')],
  ['deleted',                     ({ current }) => current.remove(['e0450']),                                                         idsOf(451, 700)],
  ['created',                     ({ current }) => current.create(entryAt(701)),                                                      [...idsOf(450, 700), 'e0701']],
  ['created in the past',         ({ current }) => current.create({ ...entryAt(701), startTime: timeAt(5), endTime: timeAt(6) }),     idsOf(450, 700)],
])('L7 a long list is not refetched when an entry is %s, and its next page skips nothing', async (_what, change, ids) => {
  const { result, whenIdle, loadMore, ids: listedIds } = await open({}, 2)
  const before = listedIds()
  await act(() => change(result))
  await whenIdle()
  expect(before).toEqual(idsOf(450, 700))
  expect(requests).toEqual([])
  await vi.waitFor(() => expect(listedIds()).toEqual(ids))
  for (let page = 2; page < 5; page += 1) await loadMore()
  expect([...new Set(listedIds())]).toEqual(entries.map(({ id }) => id).toSorted())
})

// prettier-ignore
test.each<[what: string, filter: EntryFilter, pages: number, isRefused: boolean, count: number]>([
  ['a short list',               {},                 1, false, 1],
  ['a text search', { search: 'x' }, 2, false, 2],
  ['a rejected change',          {},                 2, true,  2],
])('L7 the list is refetched after a change: %s', async (_what, filter, pages, isRefused, count) => {
  const { result, whenIdle } = await open(filter, pages)
  isBroken = isRefused
  await act(() => result.current.update({ id: 'e0650', change: { notes: 'new' } }).catch(() => undefined))
  await whenIdle()
  expect(requests).toHaveLength(count)
})
