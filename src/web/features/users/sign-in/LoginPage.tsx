import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Credentials, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { AuthAlternative } from './AuthAlternative.tsx'
import { AuthForm } from './AuthForm.tsx'
import { isFromGoogle } from './google-address.ts'
import { GoogleOption } from './GoogleOption.tsx'

const GoogleSignIn = lazyComponent(() =>
  import('./GoogleSignIn.tsx').then((module) => ({ default: module.GoogleSignIn })),
)

export function LoginPage() {
  const [isReturning, setIsReturning] = useState(isFromGoogle)
  const [failure, setFailure] = useState<string>()

  if (!isReturning) return <LoginForm failure={failure} />
  return (
    <Suspense>
      <GoogleSignIn
        onFail={(sentence) => {
          setFailure(sentence)
          setIsReturning(false)
        }}
      />
    </Suspense>
  )
}

/** `failure`: the error of a Google sign-in. */
function LoginForm({ failure }: { failure: string | undefined }) {
  const { t } = useTranslation()
  const { email = '' } = useLocation().state
  const form = useContractForm(Credentials, {
    initial: { email, password: '' },
    onSubmit: async (body) => startSession((await call(users.login, { body })).token),
    fallback: 'auth.failed.login',
  })

  return (
    <div className="relative">
      <AuthForm
        title={t('auth.signIn')}
        lead={<AuthAlternative question={t('auth.signInHint')} to="/register" label={t('auth.register')} />}
        form={{ ...form, error: form.error ?? failure }}
      >
        <Field label={t('auth.email')} type="email" autoComplete="username" autoFocus {...form.field('email')} />
        <div className="grid gap-2">
          <PasswordField label={t('auth.password')} autoComplete="current-password" {...form.field('password')} />
          <Link
            to="/forgot-password"
            state={(state) => ({ ...state, email: form.values.email })}
            className="justify-self-start text-caption font-medium text-ink-3 hover:text-ink hover:underline"
          >
            {t('auth.forgotLink')}
          </Link>
        </div>
      </AuthForm>
      <GoogleOption />
    </div>
  )
}
