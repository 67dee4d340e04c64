import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { Credentials, type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { closeSession } from '#web/api/session.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsDialogOpen(true)} className="justify-self-start text-danger-ink!">
        {t('settings.danger.button')}
      </Button>
      {isDialogOpen && <DeleteDialog hasPassword={user.hasPassword} onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}

const WithPassword = z.pick(Credentials, { password: true })
/** Accounts created with Google have no password. */
const WithoutPassword = z.object({ password: z.literal('') })
type Values = z.output<typeof WithPassword>

function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const formId = useId()
  const form = useContractForm<Values, Values>(hasPassword ? WithPassword : WithoutPassword, {
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      await call(users.deleteProfile, { body: hasPassword ? { password } : {} })
      closeSession('deleted')
      await navigate({ to: '/login' })
    },
    fallback: 'settings.failed.delete',
  })

  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t('settings.danger.dialogTitle')}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.isBusy}>
            {t('settings.danger.button')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <p>{t('settings.danger.dialogText')}</p>
        {hasPassword ? (
          <PasswordField
            label={t('auth.password')}
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
