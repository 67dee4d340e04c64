import 'fake-indexeddb/auto'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'

const sync = createTestSync()
const client = createQueryClient(() => undefined, { sync })

const Providers = ({ children }: { children: ReactNode }) => (
  <SyncContext value={sync}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </SyncContext>
)

beforeEach(() => {
  startSession(sessionToken(newId()))
  sync.start()
})
afterEach(() => {
  cleanup()
  sync.stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

test('Q2 a form without a server does not wait until other lists were requested in vain', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  client.setQueryData(clientList.query.queryKey, [])
  const { result } = renderHook(() => ({ list: useQuery(clientList.query), create: projectList.useCreate() }), {
    wrapper: Providers,
  })
  const created = result.current.create.mutateAsync({ id: newId(), name: 'Atlas' })
  await expect(created).resolves.toBeUndefined()
  // The list of clients shows the number of projects, so it is refetched, and the request fails and is repeated.
  expect(client.getQueryState(clientList.query.queryKey)?.fetchStatus).toBe('fetching')
})
