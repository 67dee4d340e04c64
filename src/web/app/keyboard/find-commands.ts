import type { ReactNode } from 'react'
import { memoize } from '#core/memoize.ts'
import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { ShortcutKey } from '#web/ui/keyboard/shortcuts.ts'

const GROUPS = [
  'recent',
  'timer',
  'projects',
  'tasks',
  'presets',
  'goTo',
  'create',
  'clients',
  'tags',
  'look',
  'general',
  // The last, because they come later and must not move what is highlighted.
  'entries',
] as const
/** Groups of the user's own items. They show when something is typed, and are not found by the name of the group. */
const ITEM_GROUPS: readonly CommandGroup[] = ['tasks', 'entries', 'clients', 'tags']
export type CommandGroup = (typeof GROUPS)[number]

export interface Command {
  /** The same in every language and state, as recent commands are stored by it. */
  id: string
  group: CommandGroup
  label: string
  /** Shown in grey after the label. */
  hint?: string | undefined
  /** Other words that find the command. They are not shown. */
  keywords?: string
  icon: ReactNode
  /** The shortcut of the same action. */
  keys?: ShortcutKey
  run: () => void
  /** Opens the item that `run` starts. */
  open?: () => void
}

interface SearchOptions {
  query: string
  /** The ids of recent commands, the latest first. */
  recent: readonly string[]
  title: (group: CommandGroup) => string
  maxPerGroup: number
}

const LAST_RANK = 3

/** Cached, because the names of thousands of tasks are searched with every key. */
const fold = memoize(20_000, foldForSearch)

/**
 * Finds the commands that contain every typed word, ignoring accents: recent ones first, the others by group. Commands
 * with words that begin with the typed ones come before others, because Enter takes the first, and those found by their
 * label before those found by their project or client. One whose label is typed, or begins with several typed words, comes
 * before all.
 */
export function findCommands(commands: readonly Command[], { query, recent, title, maxPerGroup }: SearchOptions) {
  const words = foldForSearch(query.trim()).split(/\s+/)
  const textOf = (command: Command) => ` ${fold(searchTextOf(command, title))}`
  const begins = (text: string) => words.every((word) => text.includes(` ${word}`))
  const isNamed = ({ group, label }: Command) =>
    !ITEM_GROUPS.includes(group) &&
    (words.length > 1 ? fold(label).startsWith(words.join(' ')) : fold(label) === words[0])
  const isShown = ({ group }: Command) => query.trim() !== '' || !ITEM_GROUPS.includes(group)
  const found = commands.filter((command) => words.every((word) => textOf(command).includes(word)))
  const used = recent.flatMap((id) => found.find((command) => command.id === id) ?? [])
  const others = found.filter((command) => !used.includes(command) && isShown(command))
  const rank = (command: Command) => {
    if (isNamed(command)) return 0
    if (begins(` ${fold(command.label)}`)) return 1
    return begins(textOf(command)) ? 2 : LAST_RANK
  }
  const ranked = others.toSorted((a, b) => rank(a) - rank(b))
  const groups = GROUPS.map((group) => ({
    group,
    commands: group === 'recent' ? used : ranked.filter((command) => command.group === group).slice(0, maxPerGroup),
  })).filter(({ commands }) => commands.length > 0)
  const rankOf = ({ group, commands }: (typeof groups)[number]) =>
    group === 'entries' ? LAST_RANK : Math.min(...commands.map(rank))
  return groups.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function searchTextOf({ group, label, hint = '', keywords = '' }: Command, title: SearchOptions['title']) {
  const text = `${label} ${hint} ${keywords}`
  return ITEM_GROUPS.includes(group) ? text : `${title(group)} ${text}`
}
