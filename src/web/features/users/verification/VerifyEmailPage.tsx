import { useParams } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { currentToken } from '#web/api/session.ts'
import { AuthMessage } from '#web/features/users/sign-in/AuthMessage.tsx'
import { ContinueLink, SignInToVerifyLink } from '#web/features/users/sign-in/ContinueLink.tsx'
import { useEffectOnce } from '#web/features/users/sign-in/useEffectOnce.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { SendVerificationButton } from './SendVerificationButton.tsx'

type Stage = { name: 'verifying' } | { name: 'verified' } | { name: 'failed'; sentence: string }

export function VerifyEmailPage() {
  const { t } = useTranslation()
  const { token } = useParams({ strict: false })
  const [stage, setStage] = useState<Stage>(
    token === undefined ? { name: 'failed', sentence: t('auth.verification.noToken') } : { name: 'verifying' },
  )
  useEffectOnce(() => {
    if (token === undefined) return
    call(users.verifyEmail, { body: { token } }).then(
      () => setStage({ name: 'verified' }),
      (error: unknown) => setStage({ name: 'failed', sentence: errorMessage(error, t, 'auth.verification.failed') }),
    )
  })

  if (stage.name === 'verifying')
    return <AuthMessage title={t('auth.verification.verifying')} mark={<Spinner size={36} className="text-accent" />} />
  if (stage.name === 'verified')
    return (
      <AuthMessage
        title={t('auth.verification.verified')}
        message={t('auth.verification.access')}
        mark={<Check size={36} strokeWidth={1.5} aria-hidden="true" className="text-success-ink" />}
      >
        <ContinueLink />
      </AuthMessage>
    )
  return (
    <AuthMessage
      title={t('auth.verification.failedTitle')}
      message={stage.sentence}
      mark={<X size={36} strokeWidth={1.5} aria-hidden="true" className="text-danger-ink" />}
    >
      {currentToken() === undefined ? <SignInToVerifyLink /> : <SendAgain />}
    </AuthMessage>
  )
}

function SendAgain() {
  const { t } = useTranslation()
  const [waitsUntil, setWaitsUntil] = useState(0)
  return (
    <SendVerificationButton
      variant="primary"
      label={t('auth.verification.send')}
      availableAt={waitsUntil}
      onAnswer={({ waitSeconds }) => setWaitsUntil(Date.now() + waitSeconds * 1_000)}
    />
  )
}
