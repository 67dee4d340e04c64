import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { closeSession } from '#web/api/session.ts'
import { PasswordDialog } from '#web/resources/form/lazy-password-dialog.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

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

function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <PasswordDialog
      title={t('settings.danger.dialogTitle')}
      text={t('settings.danger.dialogText')}
      action={t('settings.danger.button')}
      variant="danger"
      hasPassword={hasPassword}
      onSubmit={async (body) => {
        await call(users.deleteProfile, { body })
        closeSession('deleted')
        await navigate({ to: '/login' })
      }}
      onClose={onClose}
      fallback="settings.failed.delete"
    />
  )
}
