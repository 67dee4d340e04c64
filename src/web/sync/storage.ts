import { EMPTY_DATA, join, type UserData } from './operation.ts'

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

/** How long a page works in memory after a failure before it tries the disk again. */
export const DISK_RETRY_MS = 30_000

/** The data of a user while the disk fails. */
interface Unsaved {
  data: UserData
  /** Operations that the server has acknowledged meanwhile. The disk may still have them. */
  done: readonly string[]
}

/**
 * Stores on disk. A private window or a full disk may refuse that, at once or later; the page then works in memory, and
 * adds its operations to those on disk once the disk works again.
 */
export function createFallbackStorage(open: () => Promise<Storage>) {
  const saved = new Map<string, UserData>()
  const unsaved = new Map<string, Unsaved>()
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
    if (Date.now() >= retryAt)
      try {
        disk ??= openAgainAfterFailure()
        const changed = await (await disk).change(user, (data) => edit(addUnsaved(data, unsaved.get(user))))
        saved.set(user, changed.data)
        unsaved.delete(user)
        return { ...changed, isDurable: true }
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        disk = undefined
        retryAt = Date.now() + DISK_RETRY_MS
      }
    const { data: before, done } = unsaved.get(user) ?? { data: saved.get(user) ?? EMPTY_DATA, done: [] }
    const [data, result] = edit(before)
    unsaved.set(user, { data, done: [...done, ...idsOnlyIn(before, data)] })
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

function addUnsaved(data: UserData, unsaved: Unsaved | undefined) {
  if (unsaved === undefined) return data
  const operations = data.operations.filter(({ id }) => !unsaved.done.includes(id))
  return join({ ...data, operations }, unsaved.data)
}

function idsOnlyIn(some: UserData, others: UserData) {
  const known = new Set(others.operations.map(({ id }) => id))
  return some.operations.map(({ id }) => id).filter((id) => !known.has(id))
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
