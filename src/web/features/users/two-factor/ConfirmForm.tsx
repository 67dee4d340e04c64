import { type ReactNode, useState } from 'react'
import type { Confirmation } from '#contract/security/two-factor.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { askForPasskey, canUsePasskeys } from '#web/features/users/passkeys/browser-passkeys.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface ConfirmFormProps {
  hasPassword: boolean
  hasPasskeys: boolean
  action: string
  variant?: 'primary' | 'danger'
  /** Rejects with an `ApiError` if the server does not accept the confirmation. */
  onConfirm: (confirmation: Confirmation) => Promise<void>
  onCancel: () => void
  /** What is about to happen, and fields that belong to it. */
  children?: ReactNode
}

/** Asks for the password or a passkey before a change of how the account is opened. */
export function ConfirmForm({ variant = 'primary', ...props }: ConfirmFormProps) {
  const { hasPassword, hasPasskeys, action, onConfirm, onCancel, children } = props
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string>()
  const form = useContractForm<{ password: string }, { password: string }>(
    accountSchema(hasPassword ? 'CurrentPassword' : 'NoPassword'),
    {
      initial: { password: '' },
      onSubmit: ({ password }) => onConfirm(hasPassword ? { password } : {}),
      fallback: 'settings.failed.update',
    },
  )

  async function confirmByPasskey() {
    setFailure(undefined)
    try {
      const passkey = await askForPasskey()
      if (passkey === undefined) setFailure(t('auth.passkey.none'))
      else await onConfirm({ passkey })
    } catch (error) {
      setFailure(errorMessage(error, t))
    }
  }

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 pb-6">
      {children}
      {hasPassword ? (
        <PasswordField
          label={t('settings.currentPassword')}
          autoComplete="current-password"
          autoFocus={children === undefined}
          {...form.field('password')}
        />
      ) : (
        <p className="text-secondary text-ink-2">{t('settings.security.recentSignIn')}</p>
      )}
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {form.error ?? failure}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant={variant} busy={form.isBusy}>
          {action}
        </Button>
        {hasPasskeys && canUsePasskeys() && (
          <Button onClick={() => void confirmByPasskey()}>{t('settings.twoFactor.withPasskey')}</Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
