import { createContext, use } from 'react'
import { useStore } from 'zustand/react'
import type { SyncEngine } from './engine.ts'
import type { SyncState } from './outbox.ts'

export const SyncContext = createContext<SyncEngine | null>(null)

export function useSync() {
  const sync = use(SyncContext)
  if (sync === null) throw new Error('There is no sync engine')
  return sync
}

export const useSyncState = <Part>(select: (state: SyncState) => Part) => useStore(useSync().store, select)
