import { useEffect } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { suspendShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { createValueStore } from '#web/value-store.ts'

export const PANELS = {
  palette: () => import('./CommandPalette.tsx'),
  sheet: () => import('./ShortcutSheet.tsx'),
}

type Panel = keyof typeof PANELS

/** A panel is undefined until it is first opened, so that it is not rendered before. */
const openPanels = createValueStore<Partial<Record<Panel, boolean>>>({})

/** Loads and opens a panel. Shortcuts of the page are off meanwhile: typed text is meant for the panel. */
export function openPanel(panel: Panel) {
  suspendShortcuts(true)
  const load = PANELS[panel]()
  load.catch(() => suspendShortcuts(false))
  loadChunkThen(
    () => load,
    () => openPanels.set({ ...openPanels.read(), [panel]: true }),
  )
}

export function closePanel(panel: Panel) {
  suspendShortcuts(false)
  openPanels.set({ ...openPanels.read(), [panel]: false })
}

/** The open panels, for the one component that renders them. Its unmount closes them all. */
export function usePanels() {
  useEffect(
    () => () => {
      suspendShortcuts(false)
      openPanels.set({})
    },
    [],
  )
  return openPanels.useValue()
}
