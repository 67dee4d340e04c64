import { useParams } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { currentToken } from '#web/api/session.ts'
import { errorMessage } from '#web/i18n/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import { SendVerification } from './SendVerification.tsx'
import { useOnce } from './useOnce.ts'
import { WayOn } from './WayOn.tsx'

type Stage = { name: 'verifying' } | { name: 'verified' } | { name: 'failed'; sentence: string }

export function VerifyEmailPage() {
  const { t } = useTranslation()
  const { token } = useParams({ strict: false })
  const [stage, setStage] = useState<Stage>(
    token === undefined ? { name: 'failed', sentence: t('auth.verification.noToken') } : { name: 'verifying' },
  )
  useOnce(() => {
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
        <WayOn />
      </AuthMessage>
    )
  return (
    <AuthMessage
      title={t('auth.verification.failedTitle')}
      message={stage.sentence}
      mark={<X size={36} strokeWidth={1.5} aria-hidden="true" className="text-danger-ink" />}
    >
      {currentToken() === undefined ? <WayOn /> : <SendAgain />}
    </AuthMessage>
  )
}

function SendAgain() {
  const { t } = useTranslation()
  const [waitsUntil, setWaitsUntil] = useState(0)
  return (
    <SendVerification
      variant="primary"
      label={t('auth.verification.send')}
      waitsUntil={waitsUntil}
      onAnswer={({ waitSeconds }) => setWaitsUntil(Date.now() + waitSeconds * 1_000)}
    />
  )
}
