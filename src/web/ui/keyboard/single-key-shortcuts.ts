import { useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

const listeners = new Set<() => void>()

/** Whether shortcuts without Ctrl or Cmd work on this device. Users of speech input turn them off. */
export const areSingleKeyShortcutsEnabled = () => readStored('single-keys') !== 'off'

export const useAreSingleKeyShortcutsEnabled = () => useSyncExternalStore(subscribe, areSingleKeyShortcutsEnabled)

export function setSingleKeyShortcutsEnabled(areOn: boolean) {
  if (areOn) removeStored('single-keys')
  else writeStored('single-keys', 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
