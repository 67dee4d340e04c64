import { Info, Keyboard, LogOut, Search } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { savePreferences } from '#web/features/users/preferences.ts'
import { usePreferences } from '#web/features/users/usePreferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { afterMenu, useFocusAfterFirst } from '#web/ui/after-menu.ts'
import { keyCaps } from '#web/ui/key-caps.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { MenuChoice } from '#web/ui/MenuChoice.tsx'
import { MenuItem } from '#web/ui/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/MenuSeparator.tsx'
import { useSingleKeys } from '#web/ui/single-keys.ts'
import { openPanel } from './keyboard/panels.ts'
import { useSignOut } from './useSignOut.tsx'

const AboutDialog = lazy(() =>
  import('#web/features/about/AboutDialog.tsx').then((module) => ({ default: module.AboutDialog })),
)

const ICON = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What the user's button opens. It comes when it is first asked for, and opens at once. */
export function UserMenuPanel({ trigger }: Pick<ComponentProps<typeof Menu>, 'trigger'>) {
  const { t } = useTranslation()
  const { theme, language } = usePreferences(savePreferences)
  const [isAboutOpen, setIsAboutOpen] = useState<boolean>()
  const { signOut, dialog } = useSignOut()
  const areSingleKeysOn = useSingleKeys()
  const button = useFocusAfterFirst()

  return (
    <div ref={button}>
      <Menu placement="top start" trigger={trigger} isOpenAtFirst>
        <MenuChoice {...theme} />
        <MenuSeparator />
        <MenuChoice {...language} />
        <MenuSeparator />
        <MenuItem
          icon={<Search {...ICON} />}
          kbd={keyCaps('mod k', '').join(' ')}
          onAction={() => afterMenu(() => openPanel('palette'))}
        >
          {t('keyboard.does.palette')}
        </MenuItem>
        <MenuItem
          icon={<Keyboard {...ICON} />}
          {...(areSingleKeysOn && { kbd: '?' })}
          onAction={() => afterMenu(() => openPanel('sheet'))}
        >
          {t('keyboard.title')}
        </MenuItem>
        <MenuItem icon={<Info {...ICON} />} onAction={() => afterMenu(() => setIsAboutOpen(true))}>
          {t('shell.about.title')}
        </MenuItem>
        <MenuItem icon={<LogOut {...ICON} />} onAction={() => afterMenu(signOut)}>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      {dialog}
      {isAboutOpen !== undefined && (
        <Suspense>
          <AboutDialog isOpen={isAboutOpen} onOpenChange={setIsAboutOpen} />
        </Suspense>
      )}
    </div>
  )
}
