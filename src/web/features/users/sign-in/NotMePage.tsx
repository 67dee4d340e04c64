import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { securityEvents } from '#contract/security/events.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { endRejectedSession } from '#web/api/session.ts'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import { ContinueLink, RequestResetLink } from './ContinueLink.tsx'

type Step =
  { name: 'question'; error?: string } | { name: 'busy' } | { name: 'done' } | { name: 'bad-link'; message: string }

/**
 * Opened by "This was not me" in a security mail. Nothing happens until the button is pressed, because programs that scan
 * mail open every link.
 */
export function NotMePage() {
  const { t } = useTranslation()
  const { token } = useParams({ strict: false })
  const [step, setStep] = useState<Step>(
    token === undefined ? { name: 'bad-link', message: t('auth.notMe.without') } : { name: 'question' },
  )

  async function secure(event: FormEvent) {
    event.preventDefault()
    setStep({ name: 'busy' })
    try {
      await call(securityEvents.notMe, { body: { token: token ?? '' } })
      // The server has ended all sessions, including this one.
      endRejectedSession()
      setStep({ name: 'done' })
    } catch (error) {
      const isBadLink = error instanceof ApiError && error.code === 'invalid'
      setStep(
        isBadLink ? { name: 'bad-link', message: error.message } : { name: 'question', error: errorMessage(error, t) },
      )
    }
  }

  if (step.name === 'done')
    return (
      <AuthMessage
        title={t('auth.notMe.done')}
        message={t(SIGN_IN_WAYS.password ? 'auth.notMe.doneText' : 'auth.notMe.doneTextProviders')}
      >
        <ContinueLink />
      </AuthMessage>
    )
  if (step.name === 'bad-link')
    return (
      <AuthMessage title={t('auth.notMe.title')} message={step.message}>
        <RequestResetLink />
      </AuthMessage>
    )
  const form = {
    submit: (event: FormEvent<HTMLFormElement>) => void secure(event),
    isBusy: step.name === 'busy',
    error: step.name === 'question' ? step.error : undefined,
  }
  return (
    <AuthForm
      title={t('auth.notMe.title')}
      lead={t(SIGN_IN_WAYS.password ? 'auth.notMe.text' : 'auth.notMe.textProviders')}
      form={form}
      action={t('auth.notMe.action')}
    >
      {null}
    </AuthForm>
  )
}
