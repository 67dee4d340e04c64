import type { LinkProps } from '@tanstack/react-router'
import {
  ChartColumn,
  CircleCheck,
  Folder,
  List,
  type LucideIcon,
  Settings,
  SlidersHorizontal,
  Tag,
  Timer,
  Users,
} from 'lucide-react'
import type { TextKey } from '#web/i18n/i18n.ts'
import type { ShortcutKey } from '#web/ui/keyboard/shortcuts.ts'

export interface Destination {
  to: NonNullable<LinkProps['to']>
  label: TextKey
  icon: LucideIcon
}

/** A page with a shortcut. */
interface Page extends Destination {
  keys: ShortcutKey
}

export const TRACK: Page[] = [
  { to: '/', label: 'shell.page.dashboard', icon: Timer, keys: 'g d' },
  { to: '/time-entries', label: 'shell.page.timeEntries', icon: List, keys: 'g e' },
  { to: '/reports', label: 'shell.page.reports', icon: ChartColumn, keys: 'g r' },
]

export const ORGANISE: Page[] = [
  { to: '/projects', label: 'shell.page.projects', icon: Folder, keys: 'g p' },
  { to: '/clients', label: 'shell.page.clients', icon: Users, keys: 'g c' },
  { to: '/tasks', label: 'shell.page.tasks', icon: CircleCheck, keys: 'g t' },
  { to: '/tags', label: 'shell.page.tags', icon: Tag, keys: 'g a' },
  { to: '/timer-presets', label: 'shell.page.timerPresets', icon: SlidersHorizontal, keys: 'g m' },
]

export const SETTINGS: Page = { to: '/settings', label: 'shell.page.settings', icon: Settings, keys: 'g s' }

export const PAGES: Page[] = [...TRACK, ...ORGANISE, SETTINGS]

/** The tabs at the bottom of a phone. */
export const TABS: Destination[] = [
  { to: '/', label: 'shell.tab.timer', icon: Timer },
  { to: '/time-entries', label: 'shell.tab.entries', icon: List },
  { to: '/reports', label: 'shell.page.reports', icon: ChartColumn },
  { to: '/projects', label: 'shell.page.projects', icon: Folder },
]
