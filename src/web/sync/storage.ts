import type { Database } from './database.ts'
import { EMPTY_DATA, rebase, type UserData } from './operation.ts'

/** Runs an edit in one transaction across all tabs. Data without operations and states is deleted. */
export interface Storage {
  change: <Result>(user: string, edit: StorageEdit<Result>) => Promise<Changed<Result>>
}

export type StorageEdit<Result> = (data: UserData) => readonly [UserData, Result]

export interface Changed<Result> {
  data: UserData
  result: Result
  isChanged: boolean
}

/** One record for each user. */
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

/** How long a page works in memory after a failure before it tries the disk again. */
export const DISK_RETRY_MS = 30_000

/**
 * Stores on disk. A private window or a full disk may refuse that, at once or later; the page then works in memory, and
 * adds its operations to those on disk once the disk works again.
 */
export function createFallbackStorage(open: () => Promise<Storage>) {
  /** The data of each user as it was last on disk. */
  const saved = new Map<string, UserData>()
  /** The data of a user after changes in memory, while the disk fails. */
  const unsaved = new Map<string, UserData>()
  let disk: Promise<Storage> | undefined
  let retryAt = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Runs changes one after the other, so that none that began before an erasure writes after it. */
  function runInOrder<Result>(work: () => Promise<Result>) {
    const turn = last.then(work, work)
    last = turn
    return turn
  }

  /** A page must not stay without its data because of one failure, whichever it was. */
  const openAgainAfterFailure = () =>
    open().catch((error: unknown) => {
      disk = undefined
      throw error
    })

  async function change<Result>(user: string, edit: StorageEdit<Result>) {
    const onDisk = saved.get(user) ?? EMPTY_DATA
    const before = unsaved.get(user) ?? onDisk
    if (Date.now() >= retryAt)
      try {
        disk ??= openAgainAfterFailure()
        const changed = await (await disk).change(user, (data) => edit(rebase(data, onDisk, before)))
        saved.set(user, changed.data)
        unsaved.delete(user)
        return { ...changed, isDurable: true }
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        disk = undefined
        retryAt = Date.now() + DISK_RETRY_MS
      }
    const [data, result] = edit(before)
    unsaved.set(user, data)
    return { data, result, isChanged: data !== before, isDurable: false }
  }

  return {
    change: <Result>(user: string, edit: StorageEdit<Result>) => runInOrder(() => change(user, edit)),
    /** For the last change of a session, after which nobody retries: a disk that is too full to write can still delete. */
    changeNow: <Result>(user: string, edit: StorageEdit<Result>) =>
      runInOrder(() => {
        retryAt = 0
        return change(user, edit)
      }),
  }
}

/**
 * The names of exceptions with which IndexedDB fails although the code is right: a full disk, a private window, a lost
 * connection, a database of a later version. `DataError`, `TransactionInactiveError` and the like are bugs.
 */
const STORAGE_FAILURES: readonly unknown[] = [
  'AbortError',
  'InvalidStateError',
  'NotFoundError',
  'NotReadableError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
  'VersionError',
]

const isStorageFailure = (error: unknown) => error instanceof Error && STORAGE_FAILURES.includes(error.name)
