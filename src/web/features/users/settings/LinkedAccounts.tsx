import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Identity, openid, type Provider } from '#contract/accounts/openid.ts'
import type { User } from '#contract/users.ts'
import { toLocale } from '#core/language.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { ProviderLogo } from '#web/features/users/openid/ProviderButtons.tsx'
import { redirectToLink, takeProviderReply } from '#web/features/users/openid/provider-redirect.ts'
import { PasswordDialog } from '#web/resources/form/lazy-password-dialog.ts'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { identitiesQuery } from '#web/features/users/queries.ts'
import { useEffectOnce } from '#web/features/users/sign-in/useEffectOnce.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

const linkReply = takeProviderReply('provider-link')

/** The accounts at OpenID providers with which the user signs in. */
export function LinkedAccounts({ user }: { user: User }) {
  const { data: identities, isError, isFetching, refetch } = useQuery(identitiesQuery)
  const error = useFinishedLink()

  if (identities === undefined)
    return isError ? <LoadError onRetry={() => void refetch()} isRetrying={isFetching} /> : <Skeleton rows={2} />
  const { providers } = SIGN_IN_WAYS
  const former = identities.filter(({ provider }) => !providers.some(({ id }) => id === provider))
  return (
    <div>
      {providers.map((provider) => {
        const identity = identities.find((one) => one.provider === provider.id)
        return identity === undefined ? (
          <FreeProvider key={provider.id} provider={provider} user={user} />
        ) : (
          <LinkedAccount key={provider.id} identity={identity} provider={provider} />
        )
      })}
      {former.map((identity) => (
        <LinkedAccount key={identity.id} identity={identity} provider={undefined} />
      ))}
      <p role="alert" className="pt-3.5 text-secondary font-medium text-danger-ink empty:hidden">
        {error}
      </p>
    </div>
  )
}

/** Ends the link with which the provider has redirected here. Returns what went wrong. */
function useFinishedLink() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [error, setError] = useState<string>()
  useEffectOnce(() => {
    if (linkReply === undefined) return
    call(openid.link, { body: linkReply }).then(
      ({ provider }) => {
        const name =
          SIGN_IN_WAYS.providers.find(({ id }) => id === provider)?.name ?? t('settings.linkedAccounts.former')
        toast.show(t('settings.linkedAccounts.linked', { name }))
        void client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
      },
      (cause: unknown) => setError(errorMessage(cause, t, 'settings.linkedAccounts.failed')),
    )
  })
  return error
}

function FreeProvider({ provider, user }: { provider: Provider; user: User }) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState<string>()
  const { id, name } = provider
  const link = useMutation({
    mutationFn: () => redirectToLink(id, undefined),
    onError: (cause) => {
      if (user.hasPassword && cause instanceof ApiError && 'password' in cause.details) setIsAsking(true)
      else setError(errorMessage(cause, t, 'settings.linkedAccounts.failed'))
    },
    meta: { showsError: true },
  })

  return (
    <SettingRow
      label={<ProviderName provider={provider} />}
      action={
        <Button
          busy={link.isPending}
          aria-label={t('settings.linkedAccounts.linkName', { name })}
          onClick={() => link.mutate()}
        >
          {t('settings.linkedAccounts.link')}
        </Button>
      }
    >
      <p className="text-secondary text-ink-2">{t('settings.linkedAccounts.none')}</p>
      <p role="alert" className="text-secondary font-medium text-danger-ink empty:hidden">
        {error}
      </p>
      {isAsking && (
        <PasswordDialog
          title={t('settings.linkedAccounts.passwordTitle', { name })}
          text={t('settings.linkedAccounts.passwordText')}
          action={t('settings.linkedAccounts.continue')}
          onSubmit={({ password }) => redirectToLink(id, password)}
          onClose={() => setIsAsking(false)}
          fallback="settings.linkedAccounts.failed"
        />
      )}
    </SettingRow>
  )
}

function LinkedAccount({ identity, provider }: { identity: Identity; provider: Provider | undefined }) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { queryKey } = identitiesQuery
  const name = provider?.name ?? t('settings.linkedAccounts.former')
  const time = formatRelative(Date.parse(identity.lastUsedAt), now, toLocale(language))
  const unlink = async () => {
    await call(openid.unlink, { params: { id: identity.id } })
    client.setQueryData(queryKey, (identities) => identities?.filter(({ id }) => id !== identity.id))
    toast.show(t('settings.linkedAccounts.unlinked', { name }))
  }

  return (
    <SettingRow
      label={provider === undefined ? name : <ProviderName provider={provider} />}
      action={
        <Button
          variant="ghost"
          aria-label={t('settings.linkedAccounts.unlinkName', { name })}
          onClick={() => setIsAsking(true)}
        >
          {t('settings.linkedAccounts.unlink')}
        </Button>
      }
    >
      <p className="text-secondary break-words text-ink-2">
        {t('settings.linkedAccounts.lastUsed', { account: identity.label, time })}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('settings.linkedAccounts.unlinkTitle', { name })}
        confirmLabel={t('settings.linkedAccounts.unlink')}
        onConfirm={unlink}
        describeError={(error) => errorMessage(error, t)}
      >
        {t('settings.linkedAccounts.unlinkText', { account: identity.label })}
      </ConfirmDialog>
    </SettingRow>
  )
}

const ProviderName = ({ provider: { name, logo } }: { provider: Provider }) => (
  <span className="flex items-center gap-2">
    {logo !== null && <ProviderLogo logo={logo} />}
    {name}
  </span>
)
