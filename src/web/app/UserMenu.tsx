import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Info, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { AboutDialog } from '#web/features/about/AboutDialog.tsx'
import { profileQuery, signOut } from '#web/features/users/queries.ts'
import { usePreferences } from '#web/features/users/usePreferences.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { MenuChoice } from '#web/ui/MenuChoice.tsx'
import { MenuItem } from '#web/ui/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/MenuSeparator.tsx'

export function UserMenu() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: user } = useQuery(profileQuery)
  const { theme, language } = usePreferences()
  const [isAboutOpen, setIsAboutOpen] = useState(false)
  const leave = async () => {
    await signOut()
    await navigate({ to: '/login' })
  }

  return (
    <>
      <Menu
        placement="top start"
        trigger={
          <button
            type="button"
            className="flex w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-2 text-left transition-colors hover:bg-hover aria-expanded:bg-hover"
          >
            <Identity user={user} />
            <ChevronsUpDown size={16} aria-hidden="true" className="ml-auto flex-none text-ink-3" />
          </button>
        }
      >
        <MenuChoice {...theme} />
        <MenuSeparator />
        <MenuChoice {...language} />
        <MenuSeparator />
        <MenuItem icon={<Info size={17} strokeWidth={1.75} aria-hidden="true" />} onAction={() => setIsAboutOpen(true)}>
          {t('shell.about.title')}
        </MenuItem>
        <MenuItem icon={<LogOut size={17} strokeWidth={1.75} aria-hidden="true" />} onAction={() => void leave()}>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      <AboutDialog isOpen={isAboutOpen} onOpenChange={setIsAboutOpen} />
    </>
  )
}

/** An unreachable server leaves the user unknown for a while. */
function Identity({ user }: { user: User | undefined }) {
  const { t } = useTranslation()
  const name = user?.name ?? t('shell.yourAccount')
  return (
    <>
      <Avatar name={name} />
      <span className="grid min-w-0 leading-tight">
        <span className="truncate text-secondary font-strong leading-tight">{name}</span>
        <span className="truncate text-minimum text-ink-3">{user?.email}</span>
      </span>
    </>
  )
}
