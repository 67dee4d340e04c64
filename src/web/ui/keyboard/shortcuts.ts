import type { TextKey } from '#web/i18n/i18n.ts'

/**
 * All shortcuts apart from those of the navigation. A key has one meaning in the whole app. `useShortcuts` binds it
 * where it applies and accepts no other keys.
 */
export interface Shortcut {
  /** The first is bound by `useShortcuts`, the others do the same. One with `alt` works while typing, too. */
  keys: readonly string[]
  label: TextKey
  /** For a key that rows handle themselves: a key that is bound wherever such rows are. */
  requires?: string
}

export const SHORTCUTS = {
  timer: [
    { keys: [' '], label: 'keyboard.does.startOrPause' },
    { keys: ['n'], label: 'keyboard.does.skip' },
    { keys: ['+'], label: 'keyboard.does.fiveMore' },
    { keys: ['u'], label: 'keyboard.does.openEnd' },
    { keys: ['s'], label: 'keyboard.does.stop' },
    { keys: ['r'], label: 'keyboard.does.reset' },
    { keys: ['p', 'alt p'], label: 'keyboard.does.chooseProject' },
    { keys: ['w', 'alt w'], label: 'keyboard.does.chooseTask' },
    { keys: ['a', 'alt a'], label: 'keyboard.does.chooseTags' },
    { keys: ['o', 'alt o'], label: 'keyboard.does.writeNote' },
    { keys: ['e'], label: 'keyboard.does.editSession' },
    { keys: ['l'], label: 'keyboard.does.planDay' },
    { keys: ['d'], label: 'keyboard.does.startNext' },
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
    { keys: ['mod z'], label: 'keyboard.does.undo' },
    { keys: ['t'], label: 'keyboard.does.addTime' },
    { keys: ['?'], label: 'keyboard.does.sheet' },
  ],
} as const satisfies Record<string, readonly Shortcut[]>

/** Two letters are pressed one after the other. `mod` is Cmd on a Mac, otherwise Ctrl. */
export type ShortcutKey = (typeof SHORTCUTS)[keyof typeof SHORTCUTS][number]['keys'][number] | `g ${string}`
