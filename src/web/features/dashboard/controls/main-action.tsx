import { Pause, Play } from 'lucide-react'

export const ICON = { size: 19, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What the first button does. */
export const MAIN_ACTION = {
  idle: { label: 'dashboard.start', icon: <Play {...ICON} /> },
  running: { words: 'dashboard.pause', icon: <Pause {...ICON} /> },
  paused: { words: 'dashboard.resume', icon: <Play {...ICON} /> },
} as const
