import type { ComponentProps } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>

interface NewPasswordFieldsProps {
  label: string
  password: FieldProps & { value: string }
  confirmation: FieldProps
}

export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="grid gap-2.5">
        <PasswordField label={label} autoComplete="new-password" {...password} />
        <PasswordRules password={password.value} />
      </div>
      <PasswordField
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        {...confirmation}
        error={confirmation.error && t('auth.passwordsDiffer')}
      />
    </>
  )
}
