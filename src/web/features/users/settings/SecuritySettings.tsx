import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyPart } from '#web/ui/feedback/lazy-component.tsx'
import { Button, buttonClasses } from '#web/ui/buttons/Button.tsx'
import { TwoFactorSettings } from '#web/features/users/two-factor/TwoFactorSettings.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { SecurityLog } from './security/SecurityLog.tsx'

const PasswordForm = lazyPart(() => import('./PasswordForm.tsx').then((module) => ({ default: module.PasswordForm })))

export function SecuritySettings({ user }: { user: User }) {
  return (
    <div>
      {SIGN_IN_WAYS.password && (
        <>
          <PasswordSetting user={user} />
          <TwoFactorSettings user={user} />
        </>
      )}
      <SecurityLog />
    </div>
  )
}

function PasswordSetting({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isChanging, setIsChanging] = useState(false)

  if (!user.hasPassword)
    return (
      <SettingRow
        label={t('auth.password')}
        action={
          <Link to="/forgot-password" className={buttonClasses('secondary')}>
            {t('settings.security.choose')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.security.noPassword')}</p>
      </SettingRow>
    )
  return (
    <>
      <SettingRow
        label={t('auth.password')}
        action={!isChanging && <Button onClick={() => setIsChanging(true)}>{t('settings.change')}</Button>}
      >
        <p className="text-secondary text-ink-2">{t('settings.security.hint')}</p>
      </SettingRow>
      {isChanging && <PasswordForm onClose={() => setIsChanging(false)} />}
    </>
  )
}
