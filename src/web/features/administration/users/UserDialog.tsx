import { useId } from 'react'
import * as z from 'zod/mini'
import { administration, type ManagedUser, type UserQuotas } from '#contract/administration/administration.ts'
import { Credentials } from '#contract/users.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useAdministration } from '#web/features/administration/queries.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { QuotaDialog } from './QuotaDialog.tsx'

type ConfirmedAction = 'addAdministrator' | 'removeAdministrator' | 'deleteUser'

/** An action that a dialog asks about. */
export interface PendingAction {
  action: ConfirmedAction | 'disableUser' | 'quotas'
  user: ManagedUser
}

interface UserDialogProps {
  asked: PendingAction
  /** Undefined while they are not known. */
  defaultQuotas: UserQuotas | undefined
  hasPassword: boolean
  onClose: () => void
}

export function UserDialog({ asked: { action, user }, defaultQuotas, hasPassword, onClose }: UserDialogProps) {
  if (action === 'quotas') return <QuotaDialog user={user} defaultQuotas={defaultQuotas} onClose={onClose} />
  if (action === 'disableUser') return <DisableDialog user={user} onClose={onClose} />
  return <PasswordDialog action={action} user={user} hasPassword={hasPassword} onClose={onClose} />
}

function DisableDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = user
  const { mutateAsync: disable } = useAdministration(administration.disableUser, { showsError: true })
  const confirm = async () => {
    await disable({ params: { id: user.id } })
    toast.show(t('administration.did.disabled', { name }))
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('administration.confirm.disableTitle', { name })}
      confirmLabel={t('administration.disable')}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t)}
    >
      {t('administration.confirm.disableText')}
    </ConfirmDialog>
  )
}

const TEXTS: Record<ConfirmedAction, Record<'title' | 'text' | 'done' | 'button', TextKey>> = {
  addAdministrator: {
    title: 'administration.confirm.addTitle',
    text: 'administration.confirm.addText',
    button: 'administration.addAdministrator',
    done: 'administration.did.added',
  },
  removeAdministrator: {
    title: 'administration.confirm.removeTitle',
    text: 'administration.confirm.removeText',
    button: 'administration.removeAdministrator',
    done: 'administration.did.removed',
  },
  deleteUser: {
    title: 'administration.confirm.deleteTitle',
    text: 'administration.confirm.deleteText',
    button: 'administration.delete',
    done: 'administration.did.deleted',
  },
}

const WithPassword = z.pick(Credentials, { password: true })
/** Accounts created with Google have no password. */
const WithoutPassword = z.object({ password: z.literal('') })
type Values = z.output<typeof WithPassword>

interface PasswordDialogProps {
  action: ConfirmedAction
  user: ManagedUser
  /** Whether the administrator has a password. */
  hasPassword: boolean
  onClose: () => void
}

/** Somebody who finds the administrator's device unlocked must not get further. */
function PasswordDialog({ action, user, hasPassword, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const texts = TEXTS[action]
  const { name } = user
  const { mutateAsync: act } = useAdministration(administration[action], { showsError: true })
  const form = useContractForm<Values, Values>(hasPassword ? WithPassword : WithoutPassword, {
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      await act({ params: { id: user.id }, body: hasPassword ? { password } : {} })
      toast.show(t(texts.done, { name }))
      onClose()
    },
  })

  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t(texts.title, { name })}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={action === 'addAdministrator' ? 'primary' : 'danger'}
            busy={form.isBusy}
          >
            {t(texts.button).replace('…', '')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <p>{t(texts.text)}</p>
        {hasPassword ? (
          <PasswordField
            label={t('administration.confirm.password')}
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
