import { useState } from 'react'
import * as z from 'zod/mini'
import { Credentials, users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'
import { useContractForm } from '#web/api/useContractForm.ts'
import { errorMessage } from '#web/i18n/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import { takeToken } from './google-answer.ts'
import { useOnce } from './useOnce.ts'

const Proof = z.pick(Credentials, { password: true })

const token = takeToken()

/** Hands Google's token in, and the password too if an account has the address already. */
export function GoogleSignIn({ onFail }: { onFail: (sentence?: string) => void }) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<string>()

  useOnce(() => {
    if (token === undefined) return onFail(t('message.googleFailed'))
    signIn({ token }).catch((error: unknown) => {
      const sentence = errorMessage(error, t, 'auth.failed.google')
      if (error instanceof ApiError && error.code === 'conflict') setQuestion(sentence)
      else onFail(sentence)
    })
  })
  const form = useContractForm(Proof, {
    initial: { password: '' },
    onSubmit: ({ password }) => signIn({ token: token ?? '', password }),
    fallback: 'auth.failed.google',
  })

  if (question === undefined)
    return <AuthMessage title={t('auth.googleWait')} mark={<Spinner size={36} className="text-accent" />} />
  return (
    <div className="grid gap-3">
      <AuthForm title={t('auth.signIn')} lead={question} form={form}>
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

async function signIn(body: { token: string; password?: string }) {
  startSession((await call(users.google, { body })).token)
}
