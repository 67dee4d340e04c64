import { type Shortcut, SHORTCUTS } from '#web/ui/keyboard/shortcuts.ts'
import { PAGES } from '#web/app/shell/navigation.ts'

/** A group belongs to a page that has the first of its keys. */
const GROUPS = {
  timer: SHORTCUTS.timer as readonly Shortcut[],
  lists: SHORTCUTS.lists as readonly Shortcut[],
  goTo: PAGES.map(({ keys, label }): Shortcut => ({ keys: [keys], label })),
  general: SHORTCUTS.general as readonly Shortcut[],
}

/** All keys there are: what does something on this page comes first, among the groups and in each. */
export function shortcutGroups(isBound: (key: string) => boolean) {
  const isHere = ({ requires: at, keys }: Shortcut) => isBound(at ?? keys[0] ?? '')
  const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((name) => {
    const rows = GROUPS[name].map((shortcut) => ({ ...shortcut, isHere: isHere(shortcut) }))
    return { name, rows: boundFirst(rows), isHere: rows[0]?.isHere ?? false }
  })
  return boundFirst(groups)
}

const boundFirst = <Item extends { isHere: boolean }>(items: Item[]) =>
  items.toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
