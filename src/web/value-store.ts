import { useSyncExternalStore } from 'react'

/** A value that lives outside of React, and the hook with which components read it. */
export function createValueStore<Value>(initial: Value) {
  const listeners = new Set<() => void>()
  let value = initial
  const read = () => value

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function set(next: Value) {
    value = next
    for (const listener of listeners) listener()
  }

  return { read, set, useValue: () => useSyncExternalStore(subscribe, read) }
}
