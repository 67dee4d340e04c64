import { administration, type ManagedUser, type UserQuotas } from '#contract/administration/administration.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useAdministration } from '#web/features/administration/queries.ts'
import { PasswordDialog } from '#web/resources/form/PasswordDialog.tsx'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
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
  return <ConfirmedDialog action={action} user={user} hasPassword={hasPassword} onClose={onClose} />
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

interface ConfirmedDialogProps {
  action: ConfirmedAction
  user: ManagedUser
  /** Whether the administrator has a password. */
  hasPassword: boolean
  onClose: () => void
}

function ConfirmedDialog({ action, user, hasPassword, onClose }: ConfirmedDialogProps) {
  const { t } = useTranslation()
  const texts = TEXTS[action]
  const { name } = user
  const { mutateAsync: act } = useAdministration(administration[action], { showsError: true })
  return (
    <PasswordDialog
      title={t(texts.title, { name })}
      text={t(texts.text)}
      action={t(texts.button).replace('…', '')}
      variant={action === 'addAdministrator' ? 'primary' : 'danger'}
      label={t('administration.confirm.password')}
      hasPassword={hasPassword}
      onSubmit={async (body) => {
        await act({ params: { id: user.id }, body })
        toast.show(t(texts.done, { name }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
