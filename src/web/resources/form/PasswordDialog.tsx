import { useId } from 'react'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from './useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface PasswordDialogProps {
  title: string
  text: string
  action: string
  variant?: 'primary' | 'danger'
  label?: string
  /** False for an account that was created with a provider: the server wants a recent sign-in instead. */
  hasPassword?: boolean
  /** Rejects with an `ApiError`. */
  onSubmit: (body: { password?: string }) => Promise<void>
  onClose: () => void
  /** Used if the server's error has no message. */
  fallback?: TextKey
}

/** Asks for the password before what somebody at an unlocked device must not do. */
export function PasswordDialog({ variant = 'primary', hasPassword = true, ...props }: PasswordDialogProps) {
  const { title, text, action, label, onSubmit, onClose, fallback } = props
  const { t } = useTranslation()
  const formId = useId()
  const form = useContractForm<{ password: string }, { password: string }>(
    async () => (await import('./password-schemas.ts'))[hasPassword ? 'CurrentPassword' : 'NoPassword'],
    {
      initial: { password: '' },
      onSubmit: ({ password }) => onSubmit(hasPassword ? { password } : {}),
      ...(fallback !== undefined && { fallback }),
    },
  )

  return (
    <Dialog
      role={variant === 'danger' ? 'alertdialog' : 'dialog'}
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={title}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={variant} busy={form.isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <p>{text}</p>
        {hasPassword ? (
          <PasswordField
            label={label ?? t('auth.password')}
            autoComplete="current-password"
            autoFocus
            {...form.field('password')}
          />
        ) : (
          <p>{t('settings.security.recentSignIn')}</p>
        )}
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {form.error}
        </p>
      </form>
    </Dialog>
  )
}
