import 'fake-indexeddb/auto'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { reportViewList } from '#web/features/reports/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import {
  entriesQuery,
  entryLists,
  useBulkUpdate,
  useCreateEntry,
  useRemoveEntries,
  useUpdateEntry,
} from '#web/features/time-entries/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { createTimer } from '#web/features/timer/queries.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import { keepCacheOptimistic } from '#web/sync/optimistic-cache.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { loadInitialData } from './session/initial-data.ts'
import { refetchMissingReferences } from './session/refetch-missing-references.ts'
import { createHeldServer, entryWithId } from './testing/held-server.ts'

let server: ReturnType<typeof createHeldServer>
let sync: SyncEngine
let client: QueryClient
let stop = () => {}

beforeEach(async () => {
  server = createHeldServer()
  startSession(sessionToken(newId()))
  const page = createTestSync()
  sync = page
  client = createQueryClient(() => undefined, { sync })
  keepCacheOptimistic(client, sync, [projectList, clientList, taskList, tagList, presetList, entryLists])
  page.start()
  stop = page.stop
  await sync.whenRead()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(() => {
  cleanup()
  client.clear()
  stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

const Providers = ({ children }: { children: ReactNode }) => (
  <SyncContext value={sync}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </SyncContext>
)

/** Replies to the oldest held request of a kind, as soon as there is one. */
async function reply(kind: 'read' | 'change') {
  const request = await vi.waitUntil(() => server.take(kind))
  await act(async () => request.reply())
}

/** Replies to everything until nothing is requested any more. */
const replyToAll = () =>
  vi.waitFor(async () => {
    for (const request of server.held.splice(0)) await act(async () => request.reply())
    expect([client.isFetching(), server.held.length]).toEqual([0, 0])
  })

const queries = {
  projects: projectList.query,
  clients: clientList.query,
  tasks: taskList.query,
  tags: tagList.query,
  'timer-presets': presetList.query,
  'report-views': reportViewList.query,
}

type Name = keyof typeof queries | 'time-entries'

const request = (name: Name): Promise<unknown> =>
  name === 'time-entries'
    ? client.fetchInfiniteQuery({ ...entriesQuery({}), staleTime: 0 })
    : client.fetchQuery({ ...(queries[name] as typeof projectList.query), staleTime: 0 })

/** The list as a page that opens now would show it. */
const show = async (name: Name) => {
  if (name !== 'time-entries') return client.fetchQuery(queries[name] as typeof projectList.query)
  return (await client.fetchInfiniteQuery(entriesQuery({}))).pages.flatMap(({ entries }) => entries)
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

async function expectFresh(name: Name) {
  const shown = show(name)
  await replyToAll()
  expect((await shown).toSorted(byId)).toEqual(server.lists[name]!.toSorted(byId))
}

const useChanges = () => ({
  projects: { create: projectList.useCreate(), update: projectList.useUpdate(), remove: projectList.useRemove() },
  clients: { create: clientList.useCreate(), update: clientList.useUpdate(), remove: clientList.useRemove() },
  tasks: { create: taskList.useCreate(), update: taskList.useUpdate(), remove: taskList.useRemove() },
  tags: { create: tagList.useCreate(), update: tagList.useUpdate(), remove: tagList.useRemove() },
  presets: { create: presetList.useCreate(), update: presetList.useUpdate(), remove: presetList.useRemove() },
  views: { create: reportViewList.useCreate(), update: reportViewList.useUpdate(), remove: reportViewList.useRemove() },
  entries: { create: useCreateEntry(), update: useUpdateEntry(), bulk: useBulkUpdate(), remove: useRemoveEntries() },
})
type Changes = ReturnType<typeof useChanges>

const id = newId()
const settings = { workDuration: 1, breakDuration: 1, repetitions: 1 }
const rename = (id: string) => ({ id, change: { name: 'new' } })

// prettier-ignore
const CHANGES: [what: string, list: Name, change: (changes: Changes) => unknown][] = [
  ['a created project',            'projects',      ({ projects }) => projects.create.mutate({ id, name: 'new' })],
  ['a renamed project',            'projects',      ({ projects }) => projects.update.mutate(rename('p'))],
  ['a deleted project',            'projects',      ({ projects }) => projects.remove.mutate('p')],
  ['the tasks of a deleted project',   'tasks',        ({ projects }) => projects.remove.mutate('p')],
  ['the entries of a deleted project', 'time-entries', ({ projects }) => projects.remove.mutate('p')],
  ['the client of a deleted project',  'clients',      ({ projects }) => projects.remove.mutate('p')],
  ['a created client',             'clients',       ({ clients }) => clients.create.mutate({ id, name: 'new' })],
  ['a renamed client',             'clients',       ({ clients }) => clients.update.mutate(rename('c'))],
  ['a deleted client',             'clients',       ({ clients }) => clients.remove.mutate('c')],
  ['the project of a deleted client', 'projects',   ({ clients }) => clients.remove.mutate('c')],
  ['a created task',               'tasks',         ({ tasks }) => tasks.create.mutate({ id, name: 'new', project: 'p' })],
  ['a completed task',             'tasks',         ({ tasks }) => tasks.update.mutate({ id: 't', change: { status: 'completed' } })],
  ['a deleted task',               'tasks',         ({ tasks }) => tasks.remove.mutate('t')],
  ['the entry of a deleted task',  'time-entries',  ({ tasks }) => tasks.remove.mutate('t')],
  ['a created tag',                'tags',          ({ tags }) => tags.create.mutate({ id, name: 'new' })],
  ['a renamed tag',                'tags',          ({ tags }) => tags.update.mutate(rename('g'))],
  ['a deleted tag',                'tags',          ({ tags }) => tags.remove.mutate('g')],
  ['the entry of a deleted tag',   'time-entries',  ({ tags }) => tags.remove.mutate('g')],
  ['a created preset',             'timer-presets', ({ presets }) => presets.create.mutate({ id, name: 'new', ...settings })],
  ['a renamed preset',             'timer-presets', ({ presets }) => presets.update.mutate(rename('s'))],
  ['a deleted preset',             'timer-presets', ({ presets }) => presets.remove.mutate('s')],
  ['a created view',               'report-views',  ({ views }) => views.create.mutate({ id, name: 'new', search: '' })],
  ['a renamed view',               'report-views',  ({ views }) => views.update.mutate(rename('v'))],
  ['a deleted view',               'report-views',  ({ views }) => views.remove.mutate('v')],
  ['a created entry',              'time-entries',  ({ entries }) => entries.create.mutate(entryWithId(id))],
  ['a changed entry',              'time-entries',  ({ entries }) => entries.update.mutate({ id: 'e', change: { notes: 'new' } })],
  ['entries changed together',     'time-entries',  ({ entries }) => entries.bulk.mutate({ ids: ['e', 'f'], change: { notes: 'new' } })],
  ['a deleted entry',              'time-entries',  ({ entries }) => entries.remove.mutate(['e'])],
]

// prettier-ignore
const ORDERS: [when: string, steps: readonly ('request' | 'change' | 'reply' | 'reply to the change')[]][] = [
  ['before the change and read after it', ['request', 'change', 'reply to the change', 'reply']],
  ['before the change and read during it', ['request', 'change', 'reply', 'reply to the change']],
  ['during the change and read after it', ['change', 'request', 'reply to the change', 'reply']],
  ['during the change and read before its reply', ['change', 'request', 'reply', 'reply to the change']],
]

async function play(name: Name, change: (changes: Changes) => unknown, steps: (typeof ORDERS)[number][1]) {
  const { result } = renderHook(useChanges, { wrapper: Providers })
  for (const step of steps) {
    if (step === 'request') request(name).catch(() => undefined)
    if (step === 'change') {
      await act(async () => change(result.current))
      await vi.waitFor(() => expect(server.held.some(({ kind }) => kind === 'change')).toBe(true))
    }
    if (step === 'reply') await reply('read')
    if (step === 'reply to the change') {
      await reply('change')
      await vi.waitFor(() => expect(client.isMutating()).toBe(0))
    }
  }
  await replyToAll()
}

const CASES = CHANGES.flatMap(([what, list, change]) =>
  ORDERS.flatMap(([when, steps]) =>
    [true, false].map((isLoaded) => ({
      what,
      when,
      start: isLoaded ? 'loaded' : 'new',
      list,
      change,
      steps,
      isLoaded,
    })),
  ),
)

async function load(name: Name) {
  const loading = request(name)
  await replyToAll()
  await loading
}

test.each(CASES)('L9 a $start list that is requested $when shows $what', async ({ list, change, steps, isLoaded }) => {
  if (isLoaded) await load(list)
  await play(list, change, steps)
  await expectFresh(list)
})

/** Every state of a list that a page could show from now on. */
function recordShown(read: () => unknown) {
  const shown: unknown[] = []
  client.getQueryCache().subscribe(() => shown.push(read()))
  return shown
}

test.each(ORDERS.filter(([, [first]]) => first === 'change'))(
  'L9 the deleted last project, which is selected, never comes back: its list is requested %s',
  async (_when, steps) => {
    const timer = createTimer({ sync })
    await timer.actions.select({ projectId: 'p' })
    refetchMissingReferences(client, timer)
    await load('projects')
    const isProjectShown = recordShown(() => client.getQueryData(projectList.query.queryKey)?.length === 1)
    // The list is requested by the selection of a project that is missing from it.
    await play(
      'projects',
      ({ projects }) => projects.remove.mutate('p'),
      steps.filter((step) => step !== 'request'),
    )
    expect(new Set(isProjectShown)).toEqual(new Set([false]))
    await expectFresh('projects')
  },
)

test('L9 a change that is undone before its reply stays undone', async () => {
  await load('projects')
  const { result } = renderHook(() => projectList.useUpdate(), { wrapper: Providers })
  await act(async () => result.current.mutate({ id: 'p', change: { status: 'archived' } }))
  await act(async () => result.current.mutate({ id: 'p', change: { status: 'active' } }))
  await reply('change')
  await vi.waitFor(() => expect(server.held).toHaveLength(1))
  expect(client.getQueryData(projectList.query.queryKey)).toMatchObject([{ status: 'active' }])
  await expectFresh('projects')
  expect(server.lists['projects']).toMatchObject([{ status: 'active' }])
})

test('L9 a refused change is rolled back, also in a list that was loaded meanwhile', async () => {
  const { result } = renderHook(() => projectList.useRemove({ showsError: true }), { wrapper: Providers })
  let refuse = () => {}
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === 'DELETE'
      ? new Promise<Response>((resolve) => {
          const refusal = { ok: false, code: 'conflict', message: 'No', error: 'No' }
          refuse = () => resolve(Response.json(refusal, { status: 409 }))
        })
      : server.fetch(path, init),
  )
  await act(async () => result.current.mutate('p'))
  await load('projects')
  expect(client.getQueryData(projectList.query.queryKey)).toEqual([])
  await act(async () => refuse())
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await expectFresh('projects')
  expect(server.lists['projects']).toHaveLength(1)
})

test.each([true, false])(
  'L9 a list that is read before queued changes arrive shows them; it was loaded: %s',
  async (isLoaded) => {
    if (isLoaded) await load('projects')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    const { result } = renderHook(() => projectList.useRemove(), { wrapper: Providers })
    await act(() => result.current.mutateAsync('p'))
    vi.stubGlobal('fetch', server.fetch)
    request('projects').catch(() => undefined)
    const sent = sync.flush()
    await reply('change')
    await sent
    await expectFresh('projects')
    expect(server.lists['projects']).toEqual([])
  },
)

test('L9 the initial data that is read before a change does not undo it', async () => {
  const timer = createTimer({ sync })
  const loaded = loadInitialData(client, timer)
  await vi.waitFor(() => expect(server.held).toHaveLength(1))
  const initial = server.held.splice(0)
  const { result } = renderHook(() => projectList.useRemove(), { wrapper: Providers })
  await act(async () => result.current.mutate('p'))
  await reply('change')
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  for (const request of initial) request.reply()
  await replyToAll()
  await loaded
  expect(client.getQueryData(projectList.query.queryKey)).toEqual([])
})
