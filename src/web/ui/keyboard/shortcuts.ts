import type { TextKey } from '#web/i18n/i18n.ts'

/**
 * What can be done with a key. A key means the same wherever it means something, and where that is, is told by
 * `useShortcuts`: nobody can bind what is not here, or among the pages of the navigation.
 */
export interface Shortcut {
  /** The one that is bound, and others that do the same. */
  keys: readonly string[]
  label: TextKey
  /** For a key of the row that has the focus: a key that is bound wherever there are such rows. */
  requires?: string
}

export const SHORTCUTS = {
  timer: [
    { keys: [' '], label: 'keyboard.does.startOrPause' },
    { keys: ['n'], label: 'keyboard.does.skip' },
    { keys: ['s'], label: 'keyboard.does.stop' },
    { keys: ['r'], label: 'keyboard.does.reset' },
    { keys: ['p'], label: 'keyboard.does.chooseProject' },
    { keys: ['m'], label: 'keyboard.does.miniTimer' },
    { keys: ['f'], label: 'keyboard.does.fullScreen' },
  ],
  lists: [
    { keys: ['/'], label: 'keyboard.does.search' },
    { keys: ['c'], label: 'keyboard.does.create' },
    { keys: ['j', 'arrowdown'], label: 'keyboard.does.nextRow' },
    { keys: ['k', 'arrowup'], label: 'keyboard.does.previousRow' },
    { keys: ['enter'], label: 'keyboard.does.edit', requires: 'j' },
    { keys: ['delete'], label: 'keyboard.does.delete', requires: 'j' },
    { keys: ['x'], label: 'keyboard.does.select', requires: 'escape' },
    { keys: ['shift x'], label: 'keyboard.does.selectRange', requires: 'escape' },
    { keys: ['escape'], label: 'keyboard.does.clearSelection' },
    { keys: ['arrowleft'], label: 'keyboard.does.previousWeek' },
    { keys: ['arrowright'], label: 'keyboard.does.nextWeek' },
  ],
  general: [
    { keys: ['mod k'], label: 'keyboard.does.palette' },
    { keys: ['t'], label: 'keyboard.does.addTime' },
    { keys: ['?'], label: 'keyboard.does.sheet' },
  ],
} as const satisfies Record<string, readonly Shortcut[]>

/** Two letters are pressed one after the other; `mod` is Cmd on a Mac, else Ctrl. */
export type ShortcutKey = (typeof SHORTCUTS)[keyof typeof SHORTCUTS][number]['keys'][number] | `g ${string}`
