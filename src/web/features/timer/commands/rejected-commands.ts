import { createStore } from 'zustand/vanilla'
import type { RejectedCommand } from './command-kind.ts'

/** Holds rejections until a page shows them, because commands are sent before the first page is drawn. */
export function createRejectedCommands() {
  const unseen = createStore<readonly RejectedCommand[]>()(() => [])

  function takeAll() {
    const taken = unseen.getState()
    if (taken.length > 0) unseen.setState([], true)
    return taken
  }

  return {
    add: (rejected: RejectedCommand) => unseen.setState((others) => [...others, rejected], true),
    subscribe(listener: (rejected: RejectedCommand) => void) {
      const showAll = () => takeAll().forEach(listener)
      showAll()
      return unseen.subscribe(showAll)
    },
  }
}
