import type { ReactNode } from 'react'
import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { ShortcutKey } from '#web/ui/keyboard/shortcuts.ts'

const GROUPS = ['recent', 'timer', 'projects', 'presets', 'goTo', 'create', 'look', 'general'] as const
export type CommandGroup = (typeof GROUPS)[number]

export interface Command {
  /** Stays the same, whatever the language and the state. */
  id: string
  group: CommandGroup
  label: string
  /** A quiet second word. */
  hint?: string | undefined
  icon: ReactNode
  /** The shortcut that does the same. */
  keys?: ShortcutKey
  run: () => void
}

interface SearchOptions {
  query: string
  /** Ids, the latest first. */
  recent: readonly string[]
  title: (group: CommandGroup) => string
  /** How many of a group are shown. */
  maxPerGroup: number
}

/** Those in which every typed word is somewhere, whatever its accents: the recent ones first, the others by group. */
export function findCommands(
  commands: readonly Command[],
  { query: typed, recent, title, maxPerGroup: most }: SearchOptions,
) {
  const wanted = foldForSearch(typed).split(/\s+/)
  const found = commands.filter(({ group, label, hint = '' }) => {
    const words = foldForSearch(`${title(group)} ${label} ${hint}`)
    return wanted.every((word) => words.includes(word))
  })
  const used = recent.flatMap((id) => found.find((command) => command.id === id) ?? [])
  const others = found.filter((command) => !used.includes(command))
  return GROUPS.map((group) => ({
    group,
    commands: group === 'recent' ? used : others.filter((command) => command.group === group).slice(0, most),
  })).filter(({ commands }) => commands.length > 0)
}
