import { Pause, Play } from 'lucide-react'

export const ICON = { size: 19, strokeWidth: 1.75, 'aria-hidden': true } as const

export const MAIN_ACTION_ID = 'main-action'

/** Focuses the button that Space presses. */
export const focusMainAction = () => document.getElementById(MAIN_ACTION_ID)?.focus()

/** Opens a panel by key. When it closes without a choice, the focus returns to where it was: on the main button. */
export const openFromMainAction = (panel: { open: () => void }) => () => {
  focusMainAction()
  panel.open()
}

/** Label and icon of the main button by timer status. */
export const MAIN_ACTION = {
  idle: { label: 'dashboard.start', icon: <Play {...ICON} /> },
  running: { label: 'dashboard.pause', icon: <Pause {...ICON} /> },
  paused: { label: 'dashboard.resume', icon: <Play {...ICON} /> },
} as const
