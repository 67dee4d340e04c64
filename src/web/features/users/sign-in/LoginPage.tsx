import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { canUsePasskeys } from '#web/features/users/passkeys/browser-passkeys.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { AuthAlternative } from './AuthAlternative.tsx'
import { ProviderButtons } from '#web/features/users/openid/ProviderButtons.tsx'
import { isFromProvider } from '#web/features/users/openid/provider-redirect.ts'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { AuthForm } from './AuthForm.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { isFromGoogle } from '#web/features/users/google/google-address.ts'
import { GoogleOption } from '#web/features/users/google/GoogleOption.tsx'
import { OtherWays } from './OtherWays.tsx'
import { secondStepOf } from '#web/features/users/two-factor/second-step.ts'

const GoogleSignIn = lazyComponent(() =>
  import('#web/features/users/google/GoogleSignIn.tsx').then((module) => ({ default: module.GoogleSignIn })),
)

const ProviderReturn = lazyComponent(() =>
  import('#web/features/users/openid/ProviderReturn.tsx').then((module) => ({ default: module.ProviderReturn })),
)
const PasskeyButton = lazyComponent(() =>
  import('#web/features/users/passkeys/PasskeyButton.tsx').then((module) => ({ default: module.PasskeyButton })),
)
const SecondStep = lazyComponent(() =>
  import('#web/features/users/two-factor/SecondStep.tsx').then((module) => ({ default: module.SecondStep })),
)

export function LoginPage() {
  const [isReturning, setIsReturning] = useState(isFromGoogle || isFromProvider)
  const [failure, setFailure] = useState<string>()
  const onFail = (sentence?: string) => {
    setFailure(sentence)
    setIsReturning(false)
  }

  if (isReturning)
    return <Suspense>{isFromGoogle ? <GoogleSignIn onFail={onFail} /> : <ProviderReturn onFail={onFail} />}</Suspense>
  return SIGN_IN_WAYS.password ? (
    <LoginForm failure={failure} onFail={setFailure} />
  ) : (
    <ProviderForm title="auth.signIn" failure={failure} onFail={setFailure} />
  )
}

interface LoginFormProps {
  /** The error of a sign-in with a passkey, Google or a provider. */
  failure: string | undefined
  onFail: (failure?: string) => void
}

function LoginForm({ failure, onFail }: LoginFormProps) {
  const { t } = useTranslation()
  const { email = '' } = useLocation().state
  const [step, setStep] = useState<ReturnType<typeof secondStepOf>>()
  const form = useContractForm(accountSchema('Credentials'), {
    initial: { email, password: '' },
    onSubmit: async (body) => {
      try {
        await signIn(body)
      } catch (error) {
        const step = secondStepOf(error)
        if (step === undefined) throw error
        setStep(step)
      }
    },
    fallback: 'auth.failed.login',
  })

  if (step !== undefined)
    return (
      <Suspense>
        <SecondStep {...step} onCode={(code) => signIn({ ...form.values, code })} onBack={() => setStep(undefined)} />
      </Suspense>
    )
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
      <SignInAlternatives onFail={onFail} />
    </div>
  )
}

/** Providers are known from the start; the others appear below them, under one line that says “or”. */
function SignInAlternatives({ onFail }: Pick<LoginFormProps, 'onFail'>) {
  const { t } = useTranslation()
  const hasProviders = SIGN_IN_WAYS.providers.length > 0
  return (
    <>
      <ProviderButtons onFail={onFail} />
      {canUsePasskeys() ? (
        <Suspense>
          <OtherWays isBelowButtons={hasProviders}>
            <PasskeyButton label={t('auth.passkey.signIn')} onFail={onFail} />
            <GoogleOption isBelowOthers />
          </OtherWays>
        </Suspense>
      ) : (
        <GoogleOption />
      )}
    </>
  )
}

async function signIn(body: { email: string; password: string; code?: string }) {
  startSession((await call(users.login, { body })).token)
}
