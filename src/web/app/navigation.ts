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
import type { LinkProps } from '@tanstack/react-router'
import type { TextKey } from '#web/i18n/i18n.ts'

export interface Destination {
  to: NonNullable<LinkProps['to']>
  label: TextKey
  icon: LucideIcon
}

export const TRACK: Destination[] = [
  { to: '/', label: 'shell.page.dashboard', icon: Timer },
  { to: '/time-entries', label: 'shell.page.timeEntries', icon: List },
  { to: '/reports', label: 'shell.page.reports', icon: ChartColumn },
]

export const ORGANISE: Destination[] = [
  { to: '/projects', label: 'shell.page.projects', icon: Folder },
  { to: '/clients', label: 'shell.page.clients', icon: Users },
  { to: '/tasks', label: 'shell.page.tasks', icon: CircleCheck },
  { to: '/tags', label: 'shell.page.tags', icon: Tag },
  { to: '/timer-presets', label: 'shell.page.timerPresets', icon: SlidersHorizontal },
]

export const SETTINGS: Destination = { to: '/settings', label: 'shell.page.settings', icon: Settings }

/** What a thumb reaches first on a phone. */
export const TABS: Destination[] = [
  { to: '/', label: 'shell.tab.timer', icon: Timer },
  { to: '/time-entries', label: 'shell.tab.entries', icon: List },
  { to: '/reports', label: 'shell.page.reports', icon: ChartColumn },
  { to: '/projects', label: 'shell.page.projects', icon: Folder },
]
