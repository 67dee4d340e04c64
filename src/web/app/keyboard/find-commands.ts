import type { ReactNode } from 'react'
import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { ShortcutKey } from '#web/ui/keyboard/shortcuts.ts'

const GROUPS = ['recent', 'timer', 'projects', 'presets', 'goTo', 'create', 'look', 'general'] as const
export type CommandGroup = (typeof GROUPS)[number]

export interface Command {
  /** The same in every language and state, as recent commands are stored by it. */
  id: string
  group: CommandGroup
  label: string
  /** Shown in grey after the label. */
  hint?: string | undefined
  icon: ReactNode
  /** The shortcut of the same action. */
  keys?: ShortcutKey
  run: () => void
}

interface SearchOptions {
  query: string
  /** The ids of recent commands, the latest first. */
  recent: readonly string[]
  title: (group: CommandGroup) => string
  maxPerGroup: number
}

/** Finds the commands that contain every typed word, ignoring accents: recent ones first, the others by group. */
export function findCommands(commands: readonly Command[], { query, recent, title, maxPerGroup }: SearchOptions) {
  const words = foldForSearch(query).split(/\s+/)
  const found = commands.filter(({ group, label, hint = '' }) => {
    const text = foldForSearch(`${title(group)} ${label} ${hint}`)
    return words.every((word) => text.includes(word))
  })
  const used = recent.flatMap((id) => found.find((command) => command.id === id) ?? [])
  const others = found.filter((command) => !used.includes(command))
  return GROUPS.map((group) => ({
    group,
    commands: group === 'recent' ? used : others.filter((command) => command.group === group).slice(0, maxPerGroup),
  })).filter(({ commands }) => commands.length > 0)
}
