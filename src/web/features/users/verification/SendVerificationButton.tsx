import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { currentLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

interface SendVerificationProps {
  label: string
  /** When the next email may be requested. The button is disabled while this is unknown. */
  availableAt: number | undefined
  onAnswer: (status: Reply<typeof users.requestVerification>) => void
  variant?: 'primary' | 'secondary' | 'ghost'
}

/** Requests a verification email, and counts down until another may be sent. */
export function SendVerificationButton({ label, availableAt, onAnswer, variant = 'secondary' }: SendVerificationProps) {
  const { t } = useTranslation()
  const seconds = useSecondsUntil(availableAt ?? 0)
  const [state, setState] = useState<'ready' | 'busy' | { error: string }>('ready')

  const send = async () => {
    setState('busy')
    try {
      onAnswer(await call(users.requestVerification, { body: { language: currentLanguage() } }))
      setState('ready')
    } catch (error) {
      const isTooSoon = error instanceof ApiError && error.code === 'rate-limited' && error.message !== ''
      setState({ error: isTooSoon ? error.message : t('auth.verification.sendFailed') })
    }
  }

  return (
    <>
      <Button
        variant={variant}
        busy={state === 'busy'}
        disabled={availableAt === undefined || seconds > 0}
        onClick={() => void send()}
        className="tabular-nums"
      >
        {seconds > 0 ? t('message.waitSeconds', { seconds }) : label}
      </Button>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {typeof state === 'object' && state.error}
      </p>
    </>
  )
}
