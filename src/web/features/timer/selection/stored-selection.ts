import { currentToken } from '#web/api/session.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { isSameJson, readSelection } from './selection.ts'
import type { TimerData, TimerStore } from '#web/features/timer/store.ts'
import { toStoredState } from '#web/features/timer/stored-state.ts'

/** What was chosen on this device, as it was left here or in another tab. */
export function readStoredSelection(): Pick<TimerData, 'selection' | 'isSyncEnabled'> {
  const { isSyncEnabled, ...selection } = readSelection()
  return { selection, isSyncEnabled }
}

/** Writes the timer to local storage through every change. The time that passes is none: it follows from the rest. */
export function persistTimerState(store: TimerStore) {
  return store.subscribe((after, before) => {
    const hasChanged =
      after.view !== before.view ||
      after.selection !== before.selection ||
      after.isSyncEnabled !== before.isSyncEnabled ||
      after.socketConnected !== before.socketConnected ||
      after.lastSyncTime !== before.lastSyncTime
    // Whoever has left leaves nothing behind, and a page that is left takes nothing away.
    const isShown = after.now > 0 && currentToken() !== undefined
    if (hasChanged && isShown) writeStored('timer-state', JSON.stringify(toStoredState(after)))
  })
}

/** Another tab has chosen something else. */
export function adoptStoredSelection(store: TimerStore) {
  if (readStored('timer-state') === undefined) return
  const choice = readStoredSelection()
  const { selection, isSyncEnabled } = store.getState()
  if (!isSameJson(choice, { selection, isSyncEnabled })) store.refresh(choice)
}
