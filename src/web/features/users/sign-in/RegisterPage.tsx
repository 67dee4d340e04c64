import { useState } from 'react'
import { type RegistrationInfo, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { ProviderButtons } from '#web/features/users/openid/ProviderButtons.tsx'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { NewPasswordFields } from '#web/features/users/password/NewPasswordFields.tsx'
import { currentLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { storeCurrentTheme } from '#web/ui/theme/theme.ts'
import { AuthAlternative } from './AuthAlternative.tsx'
import { AuthForm } from './AuthForm.tsx'
import { GoogleOption } from '#web/features/users/google/GoogleOption.tsx'
import { forgetInvitation, useInvitation } from './invitation.ts'
import { ProviderForm } from './ProviderForm.tsx'
import { NoRegistration, obstacleOf, RegistrationNote } from './NoRegistration.tsx'
import { useRegistration } from './useRegistration.ts'

export function RegisterPage() {
  const invitation = useInvitation()
  const [failure, setFailure] = useState<string>()
  const registration = useRegistration(invitation)
  const obstacle = registration && obstacleOf(registration)
  if (registration !== undefined && obstacle !== undefined)
    return <NoRegistration obstacle={obstacle} contact={registration.contact} />
  return SIGN_IN_WAYS.password ? (
    <RegistrationForm registration={registration} invitation={invitation} failure={failure} onFail={setFailure} />
  ) : (
    <ProviderForm title="auth.register" failure={failure} onFail={setFailure} />
  )
}

interface RegistrationFormProps {
  /** Undefined while it is not known: most servers are open, so the form shows at once. */
  registration: RegistrationInfo | undefined
  invitation: string | undefined
  /** The error of a sign-in with a provider. */
  failure: string | undefined
  onFail: (failure: string) => void
}

function RegistrationForm({ registration, invitation, failure, onFail }: RegistrationFormProps) {
  const { t } = useTranslation()
  const form = useContractForm(accountSchema('NewAccount'), {
    initial: { name: '', email: '', password: '', confirmation: '' },
    onSubmit: async ({ confirmation: _, ...account }) => {
      const body = { ...account, preferredLanguage: currentLanguage(), theme: storeCurrentTheme(), invitation }
      startSession((await call(users.register, { body })).token)
      forgetInvitation()
    },
    fallback: 'auth.failed.registration',
  })

  return (
    <div className="relative">
      <AuthForm
        title={t('auth.register')}
        lead={<AuthAlternative question={t('auth.registerHint')} to="/login" label={t('auth.signIn')} />}
        form={{ ...form, error: form.error ?? failure }}
      >
        {registration !== undefined && <RegistrationNote registration={registration} />}
        <Field label={t('auth.name')} autoComplete="name" autoFocus {...form.field('name')} />
        <Field label={t('auth.email')} type="email" autoComplete="username" {...form.field('email')} />
        <NewPasswordFields
          label={t('auth.password')}
          password={form.field('password')}
          confirmation={form.field('confirmation')}
        />
      </AuthForm>
      <ProviderButtons onFail={onFail} />
      <GoogleOption />
    </div>
  )
}
