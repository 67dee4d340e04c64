import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { newId } from '#web/api/new-id.ts'
import { isStorageFailure } from '#web/api/offline/storage-failure.ts'
import { mergePending, type DeviceTimerState, emptyDeviceState } from './device-state.ts'

/** What is kept of one user on this device, for all tabs. */
export interface Outbox {
  /** False: this browser keeps nothing, so what waits is lost with the tab. */
  isDurable: () => boolean
  read: () => Promise<DeviceTimerState>
  /** Changes it in one step that no other tab can come between; resolves once it is on disk. */
  change: <Result>(edit: (kept: DeviceTimerState) => [kept: DeviceTimerState, result: Result]) => Promise<Result>
  /** For good: what is changed afterwards is nowhere kept. */
  erase: () => Promise<void>
  /** For somebody who leaves: nothing stays but what the server does not have yet. */
  eraseIfSent: () => Promise<void>
}

interface Schema extends DBSchema {
  timers: { key: string; value: DeviceTimerState }
}

/** Undefined after an edit: nothing is to be kept. */
type Edit<Result> = (kept: DeviceTimerState) => [kept: DeviceTimerState | undefined, result: Result]

/** How long a tab works in memory after a failure before it tries the disk again. */
const RETRY_DISK_AFTER_MS = 30_000

/**
 * A private window or a full disk may refuse the database, at once or later. The tab then works in memory, and adds what
 * it has there to the state on disk once the disk works again.
 */
export function openOutbox(userId: string): Outbox {
  let disk: Promise<IDBPDatabase<Schema>> | undefined
  let inMemory = emptyDeviceState(newId())
  let isDurable = true
  let isErased = false
  let retryAt = 0
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: what is changed after an erasure must not bring back what is erased. */
  function inTurn<Result>(work: () => Promise<Result>) {
    const turn = last.then(work, work)
    last = turn
    return turn
  }

  async function apply<Result>(edit: Edit<Result>): Promise<Result> {
    if (!isErased && Date.now() >= retryAt)
      try {
        disk ??= openDatabase()
        const unsaved = isDurable ? undefined : inMemory
        const [after, result] = await changeOnDisk(await disk, userId, (kept) => edit(mergeUnsaved(kept, unsaved)))
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

  const change = <Result>(edit: Edit<Result>) => inTurn(() => apply(edit))

  const eraseIf = (isErasable: (kept: DeviceTimerState) => boolean) =>
    inTurn(async () => {
      retryAt = 0
      isErased = await apply((kept) => (isErasable(kept) ? [undefined, true] : [kept, false]))
    })

  return {
    isDurable: () => isDurable && !isErased,
    read: () => change((kept) => [kept, kept]),
    change,
    erase: () => eraseIf(() => true),
    eraseIfSent: () => eraseIf(isSent),
  }
}

const isSent = ({ pending }: DeviceTimerState) => pending.length === 0

/** A new device id restarts the numbering, as the tab may have sent commands with numbers that the disk does not know. */
const mergeUnsaved = (kept: DeviceTimerState, unsaved: DeviceTimerState | undefined) =>
  unsaved === undefined ? kept : mergePending(kept, unsaved, newId())

/** For a device on which nobody is signed in: of all its users nothing stays but what the server does not have yet. */
export async function eraseAllSent() {
  const { store, done } = (await openDatabase()).transaction('timers', 'readwrite')
  const erase = async () => {
    for (let at = await store.openCursor(); at !== null; at = await at.continue())
      if (isSent(at.value)) await at.delete()
  }
  await Promise.all([erase(), done])
}

async function openDatabase() {
  // Browsers can be set to have none.
  if (!globalThis.indexedDB) throw new DOMException('There is no IndexedDB', 'NotFoundError')
  return openDB<Schema>('ritmo', 1, {
    upgrade: (db) => void db.createObjectStore('timers'),
    // A later version of the app, in another tab, needs the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

/** `edit` must not wait for anything: the transaction would end. */
async function changeOnDisk<Result>(db: IDBPDatabase<Schema>, userId: string, edit: Edit<Result>) {
  const { store, done } = db.transaction('timers', 'readwrite', { durability: 'strict' })
  const change = async () => {
    const before = await store.get(userId)
    const [after, result] = edit(before ?? emptyDeviceState(newId()))
    if (after === undefined) await store.delete(userId)
    else if (after !== before) await store.put(after, userId)
    return [after, result] as const
  }
  // A disk that fails breaks both, and neither may break unheard.
  const [changed] = await Promise.all([change(), done])
  return changed
}
