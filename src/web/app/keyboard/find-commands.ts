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

/** Cached, because the names of thousands of tasks are searched with every key. */
const fold = memoize(20_000, foldForSearch)

/**
 * Finds the commands that contain every typed word, ignoring accents: recent ones first, the others by group. Commands
 * with words that begin with the typed ones come before others, because Enter takes the first.
 */
export function findCommands(commands: readonly Command[], { query, recent, title, maxPerGroup }: SearchOptions) {
  const words = foldForSearch(query).split(/\s+/)
  const textOf = (command: Command) => ` ${fold(searchTextOf(command, title))}`
  const begins = (command: Command) => words.every((word) => textOf(command).includes(` ${word}`))
  const isShown = ({ group }: Command) => query.trim() !== '' || !ITEM_GROUPS.includes(group)
  const found = commands.filter((command) => words.every((word) => textOf(command).includes(word)))
  const used = recent.flatMap((id) => found.find((command) => command.id === id) ?? [])
  const others = found.filter((command) => !used.includes(command) && isShown(command))
  const ranked = [...others.filter(begins), ...others.filter((command) => !begins(command))]
  const groups = GROUPS.map((group) => ({
    group,
    commands: group === 'recent' ? used : ranked.filter((command) => command.group === group).slice(0, maxPerGroup),
  })).filter(({ commands }) => commands.length > 0)
  const isBest = ({ group, commands }: (typeof groups)[number]) => group !== 'entries' && commands.some(begins)
  return [...groups.filter(isBest), ...groups.filter((group) => !isBest(group))]
}

function searchTextOf({ group, label, hint = '', keywords = '' }: Command, title: SearchOptions['title']) {
  const text = `${label} ${hint} ${keywords}`
  return ITEM_GROUPS.includes(group) ? text : `${title(group)} ${text}`
}
