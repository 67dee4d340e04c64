import { users } from '#contract/users.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ContinueLink } from './ContinueLink.tsx'
import { NewPasswordByLink } from './NewPasswordByLink.tsx'

/** Opened from the mail that tells an address that the account has left it. */
export function RestoreEmailPage() {
  const { t } = useTranslation()
  return (
    <NewPasswordByLink
      endpoint={users.restoreEmail}
      title={t('auth.restoreEmail')}
      lead={t('auth.restoreHint')}
      action={t('auth.restoreAction')}
      done={t('auth.restoreDone')}
      onBadLink={<ContinueLink />}
    />
  )
}
