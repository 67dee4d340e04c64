import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { PasswordReset, users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { endRejectedSession } from '#web/api/session.ts'
import { matchesConfirmation, NewPasswordFields } from '#web/features/users/password/NewPasswordFields.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import { RequestResetLink, ContinueLink } from './ContinueLink.tsx'

const NewPasswordForm = z
  .extend(z.pick(PasswordReset, { password: true }), { confirmation: z.string() })
  .check(matchesConfirmation('password'))

type Step = { name: 'form' } | { name: 'done' } | { name: 'bad-link'; message: string }

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { token } = useParams({ strict: false })
  const [step, setStep] = useState<Step>(
    token === undefined ? { name: 'bad-link', message: t('auth.resetWithoutToken') } : { name: 'form' },
  )
  const form = useContractForm(NewPasswordForm, {
    initial: { password: '', confirmation: '' },
    onSubmit: async ({ password }) => {
      try {
        await call(users.resetPassword, { body: { token: token ?? '', password } })
        // The server has ended all sessions, including this one.
        endRejectedSession()
        setStep({ name: 'done' })
      } catch (error) {
        if (!isInvalidLink(error)) throw error
        setStep({ name: 'bad-link', message: error.message })
      }
    },
  })
  const title = t('auth.resetPassword')

  if (step.name === 'form')
    return (
      <AuthForm title={title} form={form} action={t('auth.savePassword')}>
        <NewPasswordFields
          label={t('auth.newPassword')}
          password={{ ...form.field('password'), autoFocus: true }}
          confirmation={form.field('confirmation')}
        />
      </AuthForm>
    )
  if (step.name === 'done')
    return (
      <AuthMessage title={t('auth.resetDone')} message={t('auth.resetDoneHint')}>
        <ContinueLink />
      </AuthMessage>
    )
  return (
    <AuthMessage title={title} message={step.message}>
      <RequestResetLink />
    </AuthMessage>
  )
}

/** The link is invalid, so no other password would help. */
const isInvalidLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid' && !('password' in error.details)
