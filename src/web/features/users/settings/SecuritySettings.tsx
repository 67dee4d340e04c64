import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { PasswordChange, type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { matchesConfirmation, NewPasswordFields } from '#web/features/users/password/NewPasswordFields.tsx'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { ACCOUNT_KEY } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { UnsavedChangesGuard } from '#web/resources/form/UnsavedChangesGuard.tsx'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button, buttonClasses } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { FormActions } from './FormActions.tsx'
import { TwoFactorSettings } from '#web/features/users/two-factor/TwoFactorSettings.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { SecurityLog } from './security/SecurityLog.tsx'

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

const PasswordDraft = z.extend(PasswordChange, { confirmation: z.string() }).check(matchesConfirmation('newPassword'))

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useContractForm(PasswordDraft, {
    initial: { currentPassword: '', newPassword: '', confirmation: '' },
    onSubmit: async ({ confirmation: _, ...body }) => {
      await call(users.changePassword, { body })
      toast.show(t('settings.security.changed'))
      onClose()
      // Other sessions have ended, and a pending address is cancelled.
      await client.invalidateQueries({ queryKey: ACCOUNT_KEY })
    },
    fallback: 'settings.failed.update',
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 pb-6">
      <PasswordField
        label={t('settings.currentPassword')}
        autoComplete="current-password"
        autoFocus
        {...form.field('currentPassword')}
      />
      <NewPasswordFields
        label={t('auth.newPassword')}
        password={form.field('newPassword')}
        confirmation={form.field('confirmation')}
      />
      <FormActions form={form} onCancel={onClose} />
      <UnsavedChangesGuard form={form} />
    </form>
  )
}
