import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { DismissButton } from '#web/ui/buttons/DismissButton.tsx'
import { SendVerificationButton } from './SendVerificationButton.tsx'
import { useVerification } from './useVerification.ts'

/** Shown above every page until the address is verified, or dismissed for it on this device until the sign-out. */
export function VerificationBanner() {
  const { t } = useTranslation()
  const [dismissedEmail, setDismissedEmail] = useState(() => readStored('dismissed-verification'))
  const verification = useVerification()
  if (verification === undefined || verification.state === 'verified') return null
  const { user, state, availableAt, onAnswer } = verification
  const email = user.pendingEmail ?? user.email
  if (email === dismissedEmail) return null
  const dismiss = () => {
    writeStored('dismissed-verification', email)
    setDismissedEmail(email)
  }
  const isSent = state === 'pending'

  return (
    <section
      aria-label={t('auth.verifyEmail')}
      className="mb-4 flex items-start gap-3 rounded-panel border border-line bg-surface py-1.5 pr-1.5 pl-4 text-secondary"
    >
      <MailWarning size={18} strokeWidth={1.75} aria-hidden="true" className="mt-2.25 flex-none text-warning-ink" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <p className="py-2 wrap-anywhere text-ink-2">
          {t(isSent ? 'verification.strip' : 'verification.stripUnsent', { email })}
        </p>
        {/* Wraps below the text where both do not fit, and its label then begins where the text does. */}
        <div className="-ml-3.25 flex flex-wrap items-center gap-x-2">
          <SendVerificationButton
            variant="ghost"
            label={t(isSent ? 'verification.sendAgain' : 'auth.verification.send')}
            availableAt={availableAt}
            onAnswer={onAnswer}
          />
        </div>
      </div>
      <DismissButton label={t('verification.dismiss')} onClick={dismiss} />
    </section>
  )
}
