import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Registration, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { useContractForm } from '#web/api/useContractForm.ts'
import { Field } from '#web/ui/Field.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { useTheme } from '#web/ui/theme.ts'
import { AuthForm } from './AuthForm.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { usePreferences } from './usePreferences.ts'

/** The server hears the password once; saying it twice is between the form and the user. */
const RegistrationForm = z
  .extend(z.pick(Registration, { name: true, email: true, password: true }), { confirmation: z.string() })
  .check(z.refine(({ password, confirmation }) => password === confirmation, { path: ['confirmation'] }))

export function RegisterPage() {
  const { t } = useTranslation()
  const { theme } = useTheme()
  const { language } = usePreferences()
  const form = useContractForm(RegistrationForm, {
    initial: { name: '', email: '', password: '', confirmation: '' },
    onSubmit: async ({ confirmation: _, ...account }) => {
      const body = { ...account, preferredLanguage: language.value, theme }
      startSession((await call(users.register, { body })).token)
    },
  })
  const confirmation = form.field('confirmation')

  return (
    <AuthForm
      title={t('auth.register')}
      detour={{ question: t('auth.registerHint'), to: '/login', label: t('auth.signIn') }}
      form={form}
    >
      <Field label={t('auth.name')} autoComplete="name" autoFocus {...form.field('name')} />
      <Field label={t('auth.email')} type="email" autoComplete="username" {...form.field('email')} />
      <div className="grid gap-2.5">
        <PasswordField label={t('auth.password')} autoComplete="new-password" {...form.field('password')} />
        <PasswordRules password={form.values.password} />
      </div>
      <PasswordField
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        {...confirmation}
        error={confirmation.error && t('auth.passwordsDiffer')}
      />
    </AuthForm>
  )
}
