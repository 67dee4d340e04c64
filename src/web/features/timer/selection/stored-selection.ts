import { currentToken } from '#web/api/session.ts'
import type { TimerData, TimerStore } from '#web/features/timer/store.ts'
import { toStoredState } from '#web/features/timer/stored-state.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { adoptRun, isSameJson, readSelection } from './selection.ts'

/** The selection as stored on this device by this tab or another one. */
export function readStoredSelection(): Pick<TimerData, 'selection' | 'isSyncEnabled'> {
  const { isSyncEnabled, ...selection } = readSelection()
  return { selection, isSyncEnabled }
}

/** Writes the timer to local storage after every change. Ticks are no change: the time is derived from the rest. */
export function persistTimerState(store: TimerStore) {
  return store.subscribe((after, before) => {
    const hasChanged =
      after.view !== before.view ||
      after.selection !== before.selection ||
      after.isSyncEnabled !== before.isSyncEnabled ||
      after.socketConnected !== before.socketConnected ||
      after.lastSyncTime !== before.lastSyncTime
    // A store that was reset, or whose user has signed out, must not overwrite the stored state.
    const isInUse = after.now > 0 && currentToken() !== undefined
    if (hasChanged && isInUse) writeStored('timer-state', JSON.stringify(toStoredState(after)))
  })
}

/** Applies a selection that another tab has stored. */
export function adoptStoredSelection(store: TimerStore) {
  if (readStored('timer-state') === undefined) return
  const { selection: stored, isSyncEnabled } = readStoredSelection()
  const before = store.getState()
  // An active run determines its part of the selection, and what is stored of it may be older.
  const selection = adoptRun(stored, before.view)
  const isSame = isSameJson(selection, before.selection) && isSyncEnabled === before.isSyncEnabled
  if (!isSame) store.refresh({ selection, isSyncEnabled })
}
