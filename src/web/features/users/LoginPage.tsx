import { useTranslation } from 'react-i18next'
import { Credentials, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { useContractForm } from '#web/api/useContractForm.ts'
import { Field } from '#web/ui/Field.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { AuthForm } from './AuthForm.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const form = useContractForm(Credentials, {
    initial: { email: '', password: '' },
    onSubmit: async (body) => startSession((await call(users.login, { body })).token),
  })

  return (
    <AuthForm
      title={t('auth.signIn')}
      detour={{ question: t('auth.signInHint'), to: '/register', label: t('auth.register') }}
      form={form}
    >
      <Field label={t('auth.email')} type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <PasswordField label={t('auth.password')} autoComplete="current-password" {...form.field('password')} />
    </AuthForm>
  )
}
