import { PAGES } from '#web/app/shell/navigation.ts'
import { type Shortcut, SHORTCUTS } from '#web/ui/keyboard/shortcuts.ts'

/** A group counts as bound on a page if its first shortcut is. */
const GROUPS = {
  timer: SHORTCUTS.timer as readonly Shortcut[],
  lists: SHORTCUTS.lists as readonly Shortcut[],
  goTo: PAGES.map(({ keys, label }): Shortcut => ({ keys: [keys], label })),
  general: SHORTCUTS.general as readonly Shortcut[],
}

/** All shortcuts. Groups and shortcuts that are bound on this page come first. */
export function shortcutGroups(isBound: (key: string) => boolean) {
  const isBoundHere = ({ requires: at, keys }: Shortcut) => isBound(at ?? keys[0] ?? '')
  const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((name) => {
    const rows = GROUPS[name].map((shortcut) => ({ ...shortcut, isBoundHere: isBoundHere(shortcut) }))
    return { name, rows: boundFirst(rows), isBoundHere: rows[0]?.isBoundHere ?? false }
  })
  return boundFirst(groups)
}

const boundFirst = <Item extends { isBoundHere: boolean }>(items: Item[]) =>
  items.toSorted((a, b) => Number(b.isBoundHere) - Number(a.isBoundHere))
