import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { nameInOrigin } from '#web/base-path.ts'
import type { UserData } from './operation.ts'

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
  users: { key: string; value: UserData }
  queries: { key: [user: string, hash: string]; value: StoredQuery }
}

export type Database = IDBPDatabase<Schema>

/** The only database of the app. Private windows and full disks may refuse it, at once or later. */
export async function openDatabase(): Promise<Database> {
  // IndexedDB can be switched off in a browser's settings.
  if (!globalThis.indexedDB) throw new DOMException('There is no IndexedDB', 'NotFoundError')
  return openDB<Schema>(nameInOrigin('ritmo-sync'), 1, {
    upgrade: (db) => {
      db.createObjectStore('users')
      db.createObjectStore('queries', { keyPath: ['user', 'hash'] })
    },
    // A later version of the app in another tab can upgrade the database only once this connection is closed.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

/** Deletes everything but the data of users with unsent operations. */
export async function deleteSentData(db: Database) {
  const transaction = db.transaction(['users', 'queries'], 'readwrite')
  const users = transaction.objectStore('users')
  const erase = async () => {
    for (let cursor = await users.openCursor(); cursor !== null; cursor = await cursor.continue())
      if (cursor.value.operations.length === 0) await cursor.delete()
  }
  await Promise.all([erase(), transaction.objectStore('queries').clear(), transaction.done])
}
