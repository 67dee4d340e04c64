import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { newId } from '#web/api/new-id.ts'
import { isStorageFailure } from '#web/api/offline/storage-failure.ts'
import { type DeviceTimerState, emptyDeviceState, mergePending } from './device-state.ts'

/** The stored timer state of one user on this device, shared by all tabs. */
export interface Outbox {
  /** False if the state is only in memory, so that pending commands are lost with the tab. */
  isDurable: () => boolean
  read: () => Promise<DeviceTimerState>
  /** Changes the state in one transaction across all tabs; resolves once it is on disk. */
  change: <Result>(edit: (state: DeviceTimerState) => [state: DeviceTimerState, result: Result]) => Promise<Result>
  /** Deletes the state. Later changes stay in memory. */
  erase: () => Promise<void>
  /** Deletes the state unless commands are pending. */
  eraseIfSent: () => Promise<void>
}

interface Schema extends DBSchema {
  timers: { key: string; value: DeviceTimerState }
}

/** An edit that returns no state deletes it. */
type Edit<Result> = (state: DeviceTimerState) => [state: DeviceTimerState | undefined, result: Result]

/** How long a tab works in memory after a failure before it tries the disk again. */
const RETRY_DISK_AFTER_MS = 30_000

/**
 * A private window or a full disk may refuse the database, at once or later. The tab then works in memory, and adds its
 * commands to the state on disk once the disk works again.
 */
export function openOutbox(userId: string): Outbox {
  let disk: Promise<IDBPDatabase<Schema>> | undefined
  let inMemory = emptyDeviceState(newId())
  let isDurable = true
  let isErased = false
  let retryAt = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Runs changes one after the other, so that none that began before an erasure writes after it. */
  function runInOrder<Result>(work: () => Promise<Result>) {
    const turn = last.then(work, work)
    last = turn
    return turn
  }

  async function apply<Result>(edit: Edit<Result>): Promise<Result> {
    if (!isErased && Date.now() >= retryAt)
      try {
        disk ??= openDatabase()
        const unsaved = isDurable ? undefined : inMemory
        const [after, result] = await changeOnDisk(await disk, userId, (state) => edit(mergeUnsaved(state, unsaved)))
        isDurable = true
        inMemory = after ?? emptyDeviceState(newId())
        return result
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        disk = undefined
        isDurable = false
        retryAt = Date.now() + RETRY_DISK_AFTER_MS
      }
    const [after, result] = edit(inMemory)
    inMemory = after ?? emptyDeviceState(newId())
    return result
  }

  const change = <Result>(edit: Edit<Result>) => runInOrder(() => apply(edit))

  const eraseIf = (isErasable: (state: DeviceTimerState) => boolean) =>
    runInOrder(async () => {
      retryAt = 0
      const isDeleted = await apply((state) => (isErasable(state) ? [undefined, true] : [state, false]))
      isErased ||= isDeleted
    })

  return {
    isDurable: () => isDurable && !isErased,
    read: () => change((state) => [state, state]),
    change,
    erase: () => eraseIf(() => true),
    eraseIfSent: () => eraseIf(isSent),
  }
}

const isSent = ({ pending }: DeviceTimerState) => pending.length === 0

/** The numbering restarts under a new device, as the tab may have sent commands with numbers unknown on disk. */
const mergeUnsaved = (state: DeviceTimerState, unsaved: DeviceTimerState | undefined) =>
  unsaved === undefined ? state : mergePending(state, unsaved, newId())

/** Deletes the states of all users of this device that have no pending commands. */
export async function eraseAllSent() {
  const { store, done } = (await openDatabase()).transaction('timers', 'readwrite')
  const erase = async () => {
    for (let cursor = await store.openCursor(); cursor !== null; cursor = await cursor.continue())
      if (isSent(cursor.value)) await cursor.delete()
  }
  await Promise.all([erase(), done])
}

async function openDatabase() {
  // IndexedDB can be switched off in a browser's settings.
  if (!globalThis.indexedDB) throw new DOMException('There is no IndexedDB', 'NotFoundError')
  return openDB<Schema>('ritmo', 1, {
    upgrade: (db) => void db.createObjectStore('timers'),
    // A later version of the app in another tab can upgrade the database only once this connection is closed.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

/** `edit` is synchronous, because a transaction ends when nothing is requested of it. */
async function changeOnDisk<Result>(db: IDBPDatabase<Schema>, userId: string, edit: Edit<Result>) {
  const { store, done } = db.transaction('timers', 'readwrite', { durability: 'strict' })
  const change = async () => {
    const before = await store.get(userId)
    const [after, result] = edit(before ?? emptyDeviceState(newId()))
    if (after === undefined) await store.delete(userId)
    else if (after !== before) await store.put(after, userId)
    return [after, result] as const
  }
  // When the disk fails both reject, and both rejections must be handled.
  const [changed] = await Promise.all([change(), done])
  return changed
}
