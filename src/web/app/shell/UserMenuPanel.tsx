import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Info, Keyboard, LogOut, Search, ShieldCheck, Trash2 } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { openPanel } from '#web/app/keyboard/panels.ts'
import { useSignOut } from '#web/app/session/useSignOut.tsx'
import { profileQuery } from '#web/features/users/queries.ts'
import { savePreferences } from '#web/features/users/preferences/preferences.ts'
import { usePreferences } from '#web/features/users/preferences/usePreferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { keyLabels } from '#web/ui/keyboard/key-labels.ts'
import { useAreSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import { afterMenuCloses, useRefocusAfterFirstOpen } from '#web/ui/overlays/menu-focus.ts'
import { Menu } from '#web/ui/overlays/Menu.tsx'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { MenuRadioGroup } from '#web/ui/overlays/MenuRadioGroup.tsx'
import { MenuSeparator } from '#web/ui/overlays/MenuSeparator.tsx'

const AboutDialog = lazyComponent(() =>
  import('#web/features/about/AboutDialog.tsx').then((module) => ({ default: module.AboutDialog })),
)

const ICON = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The menu of the user button. It is loaded at the first click, and then opens at once. */
export function UserMenuPanel({ trigger }: Pick<ComponentProps<typeof Menu>, 'trigger'>) {
  const { t } = useTranslation()
  const { theme, language } = usePreferences(savePreferences)
  const [isAboutOpen, setIsAboutOpen] = useState<boolean>()
  const { signOut, dialog } = useSignOut()
  const areSingleKeysOn = useAreSingleKeyShortcutsEnabled()
  const navigate = useNavigate()
  const { data: profile } = useQuery(profileQuery)
  const button = useRefocusAfterFirstOpen()

  return (
    <div ref={button}>
      <Menu placement="top start" trigger={trigger} defaultOpen>
        <MenuRadioGroup {...theme} />
        <MenuSeparator />
        <MenuRadioGroup {...language} />
        <MenuSeparator />
        <MenuItem
          icon={<Search {...ICON} />}
          kbd={keyLabels('mod k').join(' ')}
          onAction={() => afterMenuCloses(() => openPanel('palette'))}
        >
          {t('keyboard.does.palette')}
        </MenuItem>
        <MenuItem
          icon={<Keyboard {...ICON} />}
          {...(areSingleKeysOn && { kbd: '?' })}
          onAction={() => afterMenuCloses(() => openPanel('sheet'))}
        >
          {t('keyboard.title')}
        </MenuItem>
        <MenuItem icon={<Trash2 {...ICON} />} onAction={() => afterMenuCloses(() => void navigate({ to: '/trash' }))}>
          {t('shell.page.trash')}
        </MenuItem>
        {profile?.isAdministrator && (
          <MenuItem
            icon={<ShieldCheck {...ICON} />}
            onAction={() => afterMenuCloses(() => void navigate({ to: '/admin' }))}
          >
            {t('shell.page.administration')}
          </MenuItem>
        )}
        <MenuItem icon={<Info {...ICON} />} onAction={() => afterMenuCloses(() => setIsAboutOpen(true))}>
          {t('shell.about.title')}
        </MenuItem>
        <MenuItem icon={<LogOut {...ICON} />} onAction={() => afterMenuCloses(signOut)}>
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
