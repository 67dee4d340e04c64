import type { User } from '#contract/users.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useChangeProfile } from '#web/features/users/queries.ts'
import { SendVerificationButton } from '#web/features/users/verification/SendVerificationButton.tsx'
import { useVerification } from '#web/features/users/verification/useVerification.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import * as classes from '#web/ui/theme/classes.ts'

/** A new address that is not verified yet. */
export function PendingEmail({ user, pendingEmail }: { user: User; pendingEmail: string }) {
  const { t } = useTranslation()
  const verification = useVerification()
  const change = useChangeProfile()
  // Changing to the current address cancels the pending change.
  const cancelChange = () =>
    change.mutate({ email: user.email }, { onSuccess: () => toast.show(t('settings.profile.changeCancelled')) })

  return (
    <div className="mt-3 grid gap-2 rounded-control bg-tint px-3.5 py-3 text-secondary">
      <p className="break-words">{t('settings.profile.pendingEmail', { email: pendingEmail })}</p>
      <div className="-ml-3.25 flex flex-wrap items-center gap-1">
        {verification !== undefined && (
          <SendVerificationButton
            variant="ghost"
            label={t('verification.sendAgain')}
            availableAt={verification.availableAt}
            onAnswer={verification.onAnswer}
          />
        )}
        <Button variant="ghost" busy={change.isPending} onClick={cancelChange}>
          {t('settings.profile.cancelChange')}
        </Button>
      </div>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {change.error && errorMessage(change.error, t, 'settings.failed.update')}
      </p>
    </div>
  )
}
