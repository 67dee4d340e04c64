import type { User } from '#contract/users.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { useChangeProfile } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { UnsavedChangesGuard } from '#web/resources/form/UnsavedChangesGuard.tsx'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { FormActions } from './FormActions.tsx'

interface Values {
  email: string
  currentPassword: string
}

/** The current address stays in use until the new one is verified. */
export function EmailForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const change = useChangeProfile()
  const form = useContractForm<Values, Values>(
    accountSchema(user.hasPassword ? 'NewEmail' : 'NewEmailWithoutPassword'),
    {
      initial: { email: '', currentPassword: '' },
      onSubmit: async ({ email, currentPassword }) => {
        await change.mutateAsync({ email, ...(user.hasPassword && { currentPassword }) })
        toast.show(t('settings.profile.emailSent', { email }))
        onClose()
      },
      fallback: 'settings.failed.update',
    },
  )

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 pt-4">
      <Field
        label={t('settings.profile.newEmail')}
        type="email"
        autoComplete="email"
        autoFocus
        help={t('settings.profile.emailHint', { email: user.email })}
        {...form.field('email')}
      />
      {user.hasPassword ? (
        <PasswordField
          label={t('settings.currentPassword')}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      ) : (
        <p className="text-secondary text-ink-2">{t('settings.security.recentSignIn')}</p>
      )}
      <FormActions form={form} onCancel={onClose} />
      <UnsavedChangesGuard form={form} />
    </form>
  )
}
