import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { currentLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { AuthAlternative } from './AuthAlternative.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import { ContinueLink } from './ContinueLink.tsx'

export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [isSent, setIsSent] = useState(false)
  const { email = '' } = useLocation().state
  const form = useContractForm(accountSchema('ForgottenPassword'), {
    initial: { email },
    onSubmit: async ({ email }) => {
      await call(users.forgotPassword, { body: { email, language: currentLanguage() } }).catch(ignoreUnlessOffline)
      setIsSent(true)
    },
  })

  if (!SIGN_IN_WAYS.password)
    return (
      <AuthMessage title={t('auth.forgotPassword')} message={t('auth.passwordOff')}>
        <ContinueLink />
      </AuthMessage>
    )
  if (isSent)
    return (
      <AuthMessage title={t('auth.forgotPassword')} message={t('message.resetSent')}>
        <ContinueLink />
      </AuthMessage>
    )
  return (
    <AuthForm
      title={t('auth.forgotPassword')}
      lead={<AuthAlternative question={t('auth.forgotHint')} to="/login" label={t('auth.signIn')} />}
      form={form}
      action={t('auth.sendLink')}
    >
      <Field label={t('auth.email')} type="email" autoComplete="username" autoFocus {...form.field('email')} />
    </AuthForm>
  )
}

/** Hides all other errors, so that the form does not reveal whether an address has an account. */
function ignoreUnlessOffline(error: unknown) {
  if (error instanceof ApiError && error.code !== 'offline') return
  throw error
}
