import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { signOut } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { SendVerificationButton } from './SendVerificationButton.tsx'
import { useVerification } from './useVerification.ts'

/** The link may be opened on another device. */
const CHECK_INTERVAL_MS = 4_000

/** Replaces every page until the address is verified, where the server requires that. */
export function VerifyFirst() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const verification = useVerification()
  useEffect(() => {
    const interval = setInterval(() => void reloadIfVerified(), CHECK_INTERVAL_MS)
    return () => clearInterval(interval)
  }, [])
  return (
    <div className="mx-auto grid max-w-110 justify-items-start gap-4 pt-[8vh]">
      <h1 className="text-title">{t('verification.firstTitle')}</h1>
      <p className="text-pretty text-ink-2">{t('verification.firstText', { email: verification?.user.email ?? '' })}</p>
      <div className="flex flex-wrap items-center gap-3">
        <SendVerificationButton
          variant="primary"
          label={t('verification.sendAgain')}
          availableAt={verification?.availableAt}
          onAnswer={(answer) => verification?.onAnswer(answer)}
        />
        <Button variant="ghost" onClick={() => void signOut().then(() => navigate({ to: '/login' }))}>
          {t('shell.signOut')}
        </Button>
      </div>
    </div>
  )
}

/** Everything that was refused until then is requested again. */
async function reloadIfVerified() {
  const profile = await call(users.profile, {}).catch(() => undefined)
  if (profile !== undefined && profile.mustVerify === undefined) location.reload()
}
