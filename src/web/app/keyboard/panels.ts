import { useEffect, useSyncExternalStore } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { suspendShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

export const PANELS = {
  palette: () => import('./CommandPalette.tsx'),
  sheet: () => import('./ShortcutSheet.tsx'),
}

type Panel = keyof typeof PANELS

const listeners = new Set<() => void>()
/** Undefined: never opened, so there is nothing to draw yet. */
let open: Partial<Record<Panel, boolean>> = {}

/** What keys, the user menu and the settings open. What is typed while it comes is not for the page. */
export function openPanel(panel: Panel) {
  suspendShortcuts(true)
  const load = PANELS[panel]()
  load.catch(() => suspendShortcuts(false))
  loadChunkThen(
    () => load,
    () => change({ ...open, [panel]: true }),
  )
}

export function closePanel(panel: Panel) {
  suspendShortcuts(false)
  change({ ...open, [panel]: false })
}

/** Which are open, for the one component that shows them: with it they are gone. */
export function usePanels() {
  useEffect(
    () => () => {
      suspendShortcuts(false)
      change({})
    },
    [],
  )
  return useSyncExternalStore(subscribe, () => open)
}

function change(next: typeof open) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
