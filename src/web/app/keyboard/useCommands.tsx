import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Bell,
  CalendarCheck,
  FileUp,
  Keyboard,
  Languages,
  LogOut,
  Plus,
  ShieldCheck,
  SunMoon,
  Target,
  Trash2,
} from 'lucide-react'
import { PAGES } from '#web/app/shell/navigation.ts'
import { savePreferences } from '#web/features/users/preferences/preferences.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { usePreferences } from '#web/features/users/preferences/usePreferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { RESOURCE_PAGES as LISTS } from '#web/resources/list/resource-pages.ts'
import type { Command } from './find-commands.ts'
import { ICON } from './icon.ts'
import { useOpenCommands, useProjectCommands, useTaskCommands } from './useItemCommands.tsx'
import { usePresetCommands, useTimerCommands } from './useTimerCommands.tsx'

export interface CommandHandlers {
  onSignOut: () => void
  onShowShortcuts: () => void
}

/** The commands that are available on every page in the present state of the timer. */
export function useCommands(handlers: CommandHandlers): Command[] {
  return [
    ...useTimerCommands(),
    ...useProjectCommands(),
    ...useTaskCommands(),
    ...usePresetCommands(),
    ...useOpenCommands(),
    ...usePageCommands(),
    ...useAppearanceCommands(),
    ...useGeneralCommands(handlers),
  ]
}

function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pages = PAGES.map(({ to, label, icon: Icon, keys }): Command => ({
    id: `go ${to}`,
    group: 'goTo',
    label: t(label),
    icon: <Icon {...ICON} />,
    keys,
    run: () => void navigate({ to }),
  }))
  const forms = Object.values(LISTS).map(({ path, newItem }): Command => ({
    id: `go ${path}/new`,
    group: 'create',
    label: t(`shell.page.${newItem}`),
    icon: <Plus {...ICON} />,
    run: () => void navigate({ to: `${path}/new` }),
    ...(path === '/time-entries' && { keywords: t('keyboard.does.addTime'), keys: 't' }),
  }))
  const importCommand: Command = {
    id: 'go /import',
    group: 'create',
    label: t('shell.page.import'),
    icon: <FileUp {...ICON} />,
    run: () => void navigate({ to: '/import' }),
  }
  const reviewCommand: Command = {
    id: 'go /review',
    group: 'goTo',
    label: t('shell.page.review'),
    icon: <CalendarCheck {...ICON} />,
    run: () => void navigate({ to: '/review' }),
  }
  const trashCommand: Command = {
    id: 'go /trash',
    group: 'goTo',
    label: t('shell.page.trash'),
    icon: <Trash2 {...ICON} />,
    run: () => void navigate({ to: '/trash' }),
  }
  const settings = (['goals', 'reminders'] as const).map((hash): Command => ({
    id: `go /settings#${hash}`,
    group: 'goTo',
    label: t(`keyboard.palette.${hash}`),
    icon: hash === 'goals' ? <Target {...ICON} /> : <Bell {...ICON} />,
    run: () => void navigate({ to: '/settings', hash }),
  }))
  return [...pages, ...forms, importCommand, reviewCommand, trashCommand, ...settings, ...useAdministratorCommands()]
}

function useAdministratorCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.isAdministrator) return []
  return [
    {
      id: 'go /admin',
      group: 'goTo',
      label: t('shell.page.administration'),
      icon: <ShieldCheck {...ICON} />,
      run: () => void navigate({ to: '/admin' }),
    },
  ]
}

interface Select<Value> {
  label: string
  value: Value
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
}

function useAppearanceCommands(): Command[] {
  const { t } = useTranslation()
  const { theme, language } = usePreferences(savePreferences)
  const others = <Value extends string>(field: Select<Value>, icon: Command['icon']) =>
    field.options
      .filter(({ value }) => value !== field.value)
      .map(({ value, label }): Command => ({
        id: `look ${value}`,
        group: 'look',
        label: t('keyboard.palette.choice', { what: field.label, name: label }),
        icon,
        run: () => field.onChange(value),
      }))
  return [...others(theme, <SunMoon {...ICON} />), ...others(language, <Languages {...ICON} />)]
}

function useGeneralCommands({ onSignOut, onShowShortcuts }: CommandHandlers): Command[] {
  const { t } = useTranslation()
  return [
    {
      id: 'sheet',
      group: 'general',
      label: t('keyboard.does.sheet'),
      icon: <Keyboard {...ICON} />,
      keys: '?',
      run: onShowShortcuts,
    },
    { id: 'sign out', group: 'general', label: t('shell.signOut'), icon: <LogOut {...ICON} />, run: onSignOut },
  ]
}
