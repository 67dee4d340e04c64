import { createStore } from 'zustand/vanilla'
import type { SessionEnding } from '#web/api/session.ts'
import { EMPTY_DATA, type UserData } from './operation.ts'
import { createFallbackStorage, DISK_RETRY_MS, type Storage, type StorageEdit } from './storage.ts'
import type { Tabs } from './tabs.ts'

export interface SyncState {
  user: string | undefined
  /** False until the stored data of the user was read. */
  isRead: boolean
  data: UserData
  /** False if the data is only in memory, so that unsent operations are lost with the tab. */
  isDurable: boolean
}

/** Runs a task later, and returns a function that cancels it. */
export type RunLater = (task: () => void, ms: number) => () => void

interface Options {
  openDisk: () => Promise<Storage>
  tabs: Tabs
  runLater: RunLater
  /** Called when operations of the user were found that this page did not add. */
  onFound: () => void
}

export type Outbox = ReturnType<typeof createOutbox>

/** The stored data of the signed-in user, as this tab and the others change it. */
export function createOutbox({ openDisk, tabs, runLater, onFound }: Options) {
  const storage = createFallbackStorage(openDisk)
  const store = createStore<SyncState>()(() => signedOut(undefined))
  let user: string | undefined
  let reading: Promise<void> = Promise.resolve()
  let cancelReading = () => {}
  let isClosed = false

  const isCurrent = (owner: string) => !isClosed && owner === user

  async function change<Result>(owner: string, edit: StorageEdit<Result>, isReread = false) {
    const changed = await storage.change(owner, edit)
    if (!isCurrent(owner)) return changed
    const { isRead, isDurable: wasDurable } = store.getState()
    const isRecovered = changed.isDurable && !wasDurable
    if (changed.isChanged || isReread || !isRead || isRecovered) show(owner, changed.data, changed.isDurable)
    if (changed.isChanged) tabs.post()
    // The disk may have operations that this page could not read before.
    if (isRecovered) onFound()
    return changed
  }

  function show(owner: string, data: UserData, isDurable: boolean) {
    store.setState({ user: owner, isRead: true, data, isDurable })
    cancelReading()
    if (!isDurable) cancelReading = runLater(() => void read(owner), DISK_RETRY_MS)
  }

  /** Shows the stored data, which another tab may have changed. */
  async function read(owner: string) {
    await change(owner, (data) => [data, undefined], true)
    if (isCurrent(owner)) onFound()
  }

  return {
    store,
    change,
    user: () => user,
    isCurrent,
    whenRead: () => reading,
    read: () => (user === undefined ? undefined : read(user)),

    /** Shows the data of another user, and deletes that of the previous one unless something is unsent. */
    switchUser(next: string | undefined, ending?: SessionEnding) {
      const previous = user
      user = next
      cancelReading()
      if (previous !== undefined)
        void storage.changeNow(previous, (data) => [keepsData(data, ending) ? data : EMPTY_DATA, undefined])
      reading = next === undefined ? Promise.resolve() : read(next)
      store.setState(signedOut(next))
    },

    close() {
      isClosed = true
      cancelReading()
    },
  }
}

const signedOut = (user: string | undefined): SyncState => ({ user, isRead: false, data: EMPTY_DATA, isDurable: true })

/** Unsent operations stay for the same user, unless the account was deleted. */
const keepsData = ({ operations }: UserData, ending: SessionEnding | undefined) =>
  operations.length > 0 && ending !== 'deleted'
