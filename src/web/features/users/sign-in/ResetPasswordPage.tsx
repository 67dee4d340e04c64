import { users } from '#contract/users.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { RequestResetLink } from './ContinueLink.tsx'
import { NewPasswordByLink } from './NewPasswordByLink.tsx'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  return (
    <NewPasswordByLink
      endpoint={users.resetPassword}
      title={t('auth.resetPassword')}
      action={t('auth.savePassword')}
      done={t('auth.resetDone')}
      onBadLink={<RequestResetLink />}
    />
  )
}
