import { useState } from 'react'
import { users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { startSession } from '#web/api/session.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { AuthForm } from '#web/features/users/sign-in/AuthForm.tsx'
import { AuthMessage } from '#web/features/users/sign-in/AuthMessage.tsx'
import { secondStepOf } from '#web/features/users/two-factor/second-step.ts'
import { SecondStep } from '#web/features/users/two-factor/SecondStep.tsx'
import { takeGoogleToken } from './google-redirect.ts'
import { forgetInvitation, readInvitation } from '#web/features/users/sign-in/invitation.ts'
import { useEffectOnce } from '#web/features/users/sign-in/useEffectOnce.ts'

const token = takeGoogleToken()

/** Signs in with Google's token. If an account with the address exists, it also asks for its password. */
export function GoogleSignIn({ onFail }: { onFail: (message?: string) => void }) {
  const { t } = useTranslation()
  const [conflictMessage, setConflictMessage] = useState<string>()
  const [step, setStep] = useState<{ hasApp: boolean; hasPasskey: boolean; password?: string }>()

  useEffectOnce(() => {
    if (token === undefined) return onFail(t('message.googleFailed'))
    signIn({ token }).catch((error: unknown) => {
      const second = secondStepOf(error)
      if (second !== undefined) return setStep(second)
      const message = errorMessage(error, t, 'auth.failed.google')
      if (error instanceof ApiError && error.code === 'conflict') setConflictMessage(message)
      else onFail(message)
    })
  })
  const form = useContractForm(accountSchema('CurrentPassword'), {
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      try {
        await signIn({ token: token ?? '', password })
      } catch (error) {
        const second = secondStepOf(error)
        if (second === undefined) throw error
        setStep({ ...second, password })
      }
    },
    fallback: 'auth.failed.google',
  })

  if (step !== undefined) {
    const { hasApp, hasPasskey, ...password } = step
    return (
      <SecondStep
        hasApp={hasApp}
        hasPasskey={hasPasskey}
        onCode={(code) => signIn({ token: token ?? '', ...password, code })}
        onBack={() => onFail()}
      />
    )
  }
  if (conflictMessage === undefined)
    return <AuthMessage title={t('auth.googleWait')} mark={<Spinner size={36} className="text-accent" />} />
  return (
    <div className="grid gap-3">
      <AuthForm title={t('auth.signIn')} lead={conflictMessage} form={form}>
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          autoFocus
          {...form.field('password')}
        />
      </AuthForm>
      <Button variant="ghost" onClick={() => onFail()}>
        {t('auth.otherWay')}
      </Button>
    </div>
  )
}

async function signIn(body: { token: string; password?: string; code?: string }) {
  startSession((await call(users.google, { body: { ...body, invitation: readInvitation() } })).token)
  forgetInvitation()
}
