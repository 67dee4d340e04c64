import { type DBSchema, openDB } from 'idb'
import type { Mutation } from './mutation-queue.ts'

export interface StoredMutation {
  key: number
  user: string
  change: Omit<Mutation, 'requests' | 'optimisticPatch' | 'afterCommand'> & {
    calls: Mutation['requests']
    shows: Mutation['optimisticPatch']
    after?: Mutation['afterCommand']
  }
}

export interface StoredQuery {
  user: string
  hash: string
  queryKey: readonly unknown[]
  data: unknown
  savedAt: number
  /** Changes with the shape of the reply, see `replyVersion`. */
  version: string
}

interface Schema extends DBSchema {
  changes: { key: number; value: Omit<StoredMutation, 'key'> & { key?: number }; indexes: { user: string } }
  queries: { key: [user: string, hash: string]; value: StoredQuery }
}

/** The database for everything but the timer. Private windows and full disks may refuse it, at once or later. */
export const openDatabase = () =>
  openDB<Schema>('ritmo-offline', 1, {
    upgrade: (db) => {
      db.createObjectStore('changes', { keyPath: 'key', autoIncrement: true }).createIndex('user', 'user')
      db.createObjectStore('queries', { keyPath: ['user', 'hash'] })
    },
    // A later version of the app in another tab can upgrade the database only once this connection is closed.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })

export type Database = ReturnType<typeof openDatabase>
