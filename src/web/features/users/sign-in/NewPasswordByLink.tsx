import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { endRejectedSession } from '#web/api/session.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { NewPasswordFields } from '#web/features/users/password/NewPasswordFields.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import { ContinueLink } from './ContinueLink.tsx'

type Step = { name: 'form' } | { name: 'done' } | { name: 'bad-link'; message: string }

interface NewPasswordByLinkProps {
  endpoint: typeof users.resetPassword | typeof users.restoreEmail
  title: string
  /** A sentence below the title. */
  lead?: string
  action: string
  done: string
  /** The next action after a bad link. */
  onBadLink: ReactNode
}

/**
 * A form for a new password, which is set with the token of a mailed link. Nothing happens until the button is pressed,
 * because programs that scan mail open every link.
 */
export function NewPasswordByLink({ endpoint, title, lead, action, done, onBadLink }: NewPasswordByLinkProps) {
  const { t } = useTranslation()
  const { token } = useParams({ strict: false })
  const [step, setStep] = useState<Step>(
    token === undefined ? { name: 'bad-link', message: t('auth.resetWithoutToken') } : { name: 'form' },
  )
  const form = useContractForm(accountSchema('NewPassword'), {
    initial: { password: '', confirmation: '' },
    onSubmit: async ({ password }) => {
      try {
        await call(endpoint, { body: { token: token ?? '', password } })
        // The server has ended all sessions, including this one.
        endRejectedSession()
        setStep({ name: 'done' })
      } catch (error) {
        if (!isInvalidLink(error)) throw error
        setStep({ name: 'bad-link', message: error.message })
      }
    },
  })

  if (step.name === 'form')
    return (
      <AuthForm title={title} lead={lead} form={form} action={action}>
        <NewPasswordFields
          label={t('auth.newPassword')}
          password={{ ...form.field('password'), autoFocus: true }}
          confirmation={form.field('confirmation')}
        />
      </AuthForm>
    )
  if (step.name === 'done')
    return (
      <AuthMessage title={done} message={t('auth.resetDoneHint')}>
        <ContinueLink />
      </AuthMessage>
    )
  return (
    <AuthMessage title={title} message={step.message}>
      {onBadLink}
    </AuthMessage>
  )
}

/** The link is invalid, so no other password would help. */
const isInvalidLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid' && !('password' in error.details)
