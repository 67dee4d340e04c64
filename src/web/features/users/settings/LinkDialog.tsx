import { useId } from 'react'
import * as z from 'zod/mini'
import type { Provider } from '#contract/accounts/openid.ts'
import { Credentials } from '#contract/users.ts'
import { redirectToLink } from '#web/features/users/openid/provider-redirect.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

const PasswordForm = z.pick(Credentials, { password: true })

/** Asks for the password before another way to sign in is added: the session may be in the wrong hands. */
export function LinkDialog({ provider: { id, name }, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useContractForm(PasswordForm, {
    initial: { password: '' },
    onSubmit: ({ password }) => redirectToLink(id, password),
    fallback: 'settings.linkedAccounts.failed',
  })

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t('settings.linkedAccounts.passwordTitle', { name })}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy}>
            {t('settings.linkedAccounts.continue')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <p>{t('settings.linkedAccounts.passwordText')}</p>
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          autoFocus
          {...form.field('password')}
        />
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {form.error}
        </p>
      </form>
    </Dialog>
  )
}
