import { openid } from '#contract/accounts/openid.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { startSession } from '#web/api/session.ts'
import { AuthMessage } from '#web/features/users/sign-in/AuthMessage.tsx'
import { forgetInvitation, readInvitation } from '#web/features/users/sign-in/invitation.ts'
import { useEffectOnce } from '#web/features/users/sign-in/useEffectOnce.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { takeProviderReply } from './provider-redirect.ts'

const body = takeProviderReply('provider-sign-in')

/** Signs in with the provider's reply. */
export function ProviderReturn({ onFail }: { onFail: (message: string) => void }) {
  const { t } = useTranslation()
  useEffectOnce(() => {
    if (body === undefined) return onFail(t('auth.failed.provider'))
    call(openid.signIn, { body: { ...body, invitation: readInvitation() } }).then(
      ({ token }) => {
        startSession(token)
        forgetInvitation()
      },
      (error: unknown) => onFail(errorMessage(error, t, 'auth.failed.provider')),
    )
  })
  return <AuthMessage title={t('auth.providerWait')} mark={<Spinner size={36} className="text-accent" />} />
}
