import * as z from 'zod/mini'
import { Registration, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { useContractForm } from '#web/api/useContractForm.ts'
import { currentLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { confirmTheme } from '#web/ui/theme.ts'
import { AuthForm } from './AuthForm.tsx'
import { Detour } from './Detour.tsx'
import { GoogleOption } from './GoogleOption.tsx'
import { confirms, NewPasswordFields } from './NewPasswordFields.tsx'

const RegistrationForm = z
  .extend(z.pick(Registration, { name: true, email: true, password: true }), { confirmation: z.string() })
  .check(confirms('password'))

export function RegisterPage() {
  const { t } = useTranslation()
  const form = useContractForm(RegistrationForm, {
    initial: { name: '', email: '', password: '', confirmation: '' },
    onSubmit: async ({ confirmation: _, ...account }) => {
      const body = { ...account, preferredLanguage: currentLanguage(), theme: confirmTheme() }
      startSession((await call(users.register, { body })).token)
    },
    fallback: 'auth.failed.registration',
  })

  return (
    <div className="relative">
      <AuthForm
        title={t('auth.register')}
        lead={<Detour question={t('auth.registerHint')} to="/login" label={t('auth.signIn')} />}
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
