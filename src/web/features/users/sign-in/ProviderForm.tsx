import { ProviderButtons } from '#web/features/users/openid/ProviderButtons.tsx'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { AuthHeader } from './AuthHeader.tsx'
import { GoogleOption } from '#web/features/users/google/GoogleOption.tsx'

interface ProviderFormProps {
  title: TextKey
  failure: string | undefined
  onFail: (failure: string) => void
}

/** Replaces the forms where passwords do not sign in. */
export function ProviderForm({ title, failure, onFail }: ProviderFormProps) {
  const { t } = useTranslation()
  return (
    <div className="relative grid gap-2">
      <AuthHeader title={t(title)}>{t('auth.passwordOff')}</AuthHeader>
      <p
        role="alert"
        className="rounded-control bg-danger/10 px-3.5 py-2.5 text-secondary font-medium text-danger-ink empty:hidden"
      >
        {failure}
      </p>
      <ProviderButtons onFail={onFail} />
      <GoogleOption />
    </div>
  )
}
