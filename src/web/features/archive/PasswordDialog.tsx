import { useId } from 'react'
import * as z from 'zod/mini'
import { Credentials } from '#contract/users.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

const WithPassword = z.pick(Credentials, { password: true })
type Values = z.output<typeof WithPassword>

interface PasswordDialogProps {
  onSubmit: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks who downloads the archive, as it has everything. */
export function PasswordDialog({ onSubmit, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useContractForm<Values, Values>(WithPassword, {
    initial: { password: '' },
    onSubmit: ({ password }) => onSubmit(password),
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t('settings.archive.passwordTitle')}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy}>
            {t('settings.archive.download')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <p>{t('settings.archive.passwordText')}</p>
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
