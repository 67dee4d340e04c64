import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { EMPTY_DATA, type UserData } from './operation.ts'
import type { Storage, StorageEdit } from './storage.ts'

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
  return openDB<Schema>('ritmo-sync', 1, {
    upgrade: (db) => {
      db.createObjectStore('users')
      db.createObjectStore('queries', { keyPath: ['user', 'hash'] })
    },
    // A later version of the app in another tab can upgrade the database only once this connection is closed.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

export const createDiskStorage = (db: Database): Storage => ({
  async change<Result>(user: string, edit: StorageEdit<Result>) {
    const { store, done } = db.transaction('users', 'readwrite', { durability: 'strict' })
    /** `edit` is synchronous, because a transaction ends when nothing is requested of it. */
    const change = async () => {
      const before = (await store.get(user)) ?? EMPTY_DATA
      const [data, result] = edit(before)
      if (isEmpty(data)) await store.delete(user)
      else if (data !== before) await store.put(data, user)
      return { data, result, isChanged: data !== before }
    }
    // When the disk fails both reject, and both rejections must be handled.
    const [changed] = await Promise.all([change(), done])
    return changed
  },
})

const isEmpty = ({ operations, states }: UserData) => operations.length === 0 && Object.keys(states).length === 0

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
