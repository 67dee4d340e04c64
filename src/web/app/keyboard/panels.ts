import { useEffect, useSyncExternalStore } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { suspendShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

export const PANELS = {
  palette: () => import('./CommandPalette.tsx'),
  sheet: () => import('./ShortcutSheet.tsx'),
}

type Panel = keyof typeof PANELS

const listeners = new Set<() => void>()
/** A panel is undefined until it is first opened, so that it is not rendered before. */
let open: Partial<Record<Panel, boolean>> = {}

/** Loads and opens a panel. Shortcuts of the page are off meanwhile: typed text is meant for the panel. */
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

/** The open panels, for the one component that renders them. Its unmount closes them all. */
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
