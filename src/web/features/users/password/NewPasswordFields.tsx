import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from '#web/i18n/i18n.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>

/** A schema check that `confirmation` equals the password. The confirmation is not sent to the server. */
export const matchesConfirmation = (name: string) =>
  z.refine<Record<string, string>>((values) => values[name] === values['confirmation'], { path: ['confirmation'] })

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
