import { useQueryClient } from '@tanstack/react-query'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { NewPasswordFields } from '#web/features/users/password/NewPasswordFields.tsx'
import { ACCOUNT_KEY } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { UnsavedChangesGuard } from '#web/resources/form/UnsavedChangesGuard.tsx'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { FormActions } from './FormActions.tsx'

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useContractForm(accountSchema('ChangedPassword'), {
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
