import * as z from 'zod/mini'
import { Registration, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { matchesConfirmation, NewPasswordFields } from '#web/features/users/password/NewPasswordFields.tsx'
import { currentLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { storeCurrentTheme } from '#web/ui/theme/theme.ts'
import { AuthAlternative } from './AuthAlternative.tsx'
import { AuthForm } from './AuthForm.tsx'
import { GoogleOption } from './GoogleOption.tsx'

const RegistrationForm = z
  .extend(z.pick(Registration, { name: true, email: true, password: true }), { confirmation: z.string() })
  .check(matchesConfirmation('password'))

export function RegisterPage() {
  const { t } = useTranslation()
  const form = useContractForm(RegistrationForm, {
    initial: { name: '', email: '', password: '', confirmation: '' },
    onSubmit: async ({ confirmation: _, ...account }) => {
      const body = { ...account, preferredLanguage: currentLanguage(), theme: storeCurrentTheme() }
      startSession((await call(users.register, { body })).token)
    },
    fallback: 'auth.failed.registration',
  })

  return (
    <div className="relative">
      <AuthForm
        title={t('auth.register')}
        lead={<AuthAlternative question={t('auth.registerHint')} to="/login" label={t('auth.signIn')} />}
        form={form}
      >
        <Field label={t('auth.name')} autoComplete="name" autoFocus {...form.field('name')} />
        <Field label={t('auth.email')} type="email" autoComplete="username" {...form.field('email')} />
        <NewPasswordFields
          label={t('auth.password')}
          password={form.field('password')}
          confirmation={form.field('confirmation')}
        />
      </AuthForm>
      <GoogleOption />
    </div>
  )
}
