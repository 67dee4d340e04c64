import { CircleCheck, CircleDashed, MailCheck } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { SendVerificationButton } from './SendVerificationButton.tsx'
import { useVerification } from './useVerification.ts'

const STATE_STYLES = {
  verified: { icon: CircleCheck, tone: 'text-success-ink' },
  pending: { icon: MailCheck, tone: 'text-info-ink' },
  'not-verified': { icon: CircleDashed, tone: 'text-warning-ink' },
}

/** Verification state of the email address, and a button to send the email. */
export function VerificationStatus() {
  const { t } = useTranslation()
  const verification = useVerification()
  if (verification === undefined) return null
  const { state, availableAt, onAnswer } = verification
  const { icon: Icon, tone } = STATE_STYLES[state]
  const texts = {
    verified: t('auth.verification.access'),
    pending: t('auth.verification.sent'),
    'not-verified': t('verification.notVerified'),
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className={`flex items-center gap-1.5 py-1 text-caption font-medium ${tone}`}>
        <Icon size={15} strokeWidth={2} aria-hidden="true" className="flex-none" />
        {texts[state]}
      </p>
      {state !== 'verified' && (
        <div className="-ml-3.25 flex flex-wrap items-center gap-x-2">
          <SendVerificationButton
            variant="ghost"
            label={t('auth.verification.send')}
            availableAt={availableAt}
            onAnswer={onAnswer}
          />
        </div>
      )}
    </div>
  )
}
