import { useNavigate } from '@tanstack/react-router'
import { Info, LogOut } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { prepareSignOut, readTimer } from '#web/features/timer/queries.ts'
import { savePreferences } from '#web/features/users/preferences.ts'
import { signOut } from '#web/features/users/queries.ts'
import { usePreferences } from '#web/features/users/usePreferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { MenuChoice } from '#web/ui/MenuChoice.tsx'
import { MenuItem } from '#web/ui/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/MenuSeparator.tsx'

const AboutDialog = lazy(() =>
  import('#web/features/about/AboutDialog.tsx').then((module) => ({ default: module.AboutDialog })),
)

const SignOutDialog = lazy(() => import('./SignOutDialog.tsx').then((module) => ({ default: module.SignOutDialog })))

/** What the user's button opens. It comes when it is first asked for, and opens at once. */
export function UserMenuPanel({ trigger }: Pick<ComponentProps<typeof Menu>, 'trigger'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { theme, language } = usePreferences(savePreferences)
  const [isAboutOpen, setIsAboutOpen] = useState<boolean>()
  const [isLeaving, setIsLeaving] = useState(false)
  const goToLogin = () => void navigate({ to: '/login' })
  const leave = async () => {
    const isAtRest = readTimer().view.status === 'idle'
    if (!isAtRest || (await prepareSignOut()).pending > 0) return setIsLeaving(true)
    await signOut()
    goToLogin()
  }

  return (
    <>
      <Menu placement="top start" trigger={trigger} isOpenAtFirst>
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
      {isLeaving && (
        <Suspense>
          <SignOutDialog onDone={goToLogin} onCancel={() => setIsLeaving(false)} />
        </Suspense>
      )}
      {isAboutOpen !== undefined && (
        <Suspense>
          <AboutDialog isOpen={isAboutOpen} onOpenChange={setIsAboutOpen} />
        </Suspense>
      )}
    </>
  )
}
