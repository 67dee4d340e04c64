import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { SettingsLink } from '#web/ui/layout/SettingsLink.tsx'
import { useFocusAfterRemoval } from '#web/ui/overlays/useFocusAfterRemoval.ts'
import { type ConfirmationProps, NewToken } from './NewToken.tsx'
import { tokensQuery } from './queries.ts'
import { TokenRow } from './TokenRow.tsx'

interface TokenPageProps {
  /** Without a confirmed address nobody can make a token. */
  isVerified: boolean
  /** Asks for the password or a passkey. */
  renderConfirmation: (props: ConfirmationProps) => ReactNode
}

/** The access tokens of the user, and a form for another. */
export function TokenPage({ isVerified, renderConfirmation }: TokenPageProps) {
  const { t } = useTranslation()
  const { data } = useQuery(tokensQuery)
  const [isMaking, setIsMaking] = useState(false)
  const action = isVerified && !isMaking && (
    <Button variant="primary" onClick={() => setIsMaking(true)}>
      {t('tokens.new')}
    </Button>
  )
  return (
    <div className="grid max-w-190 grid-cols-1 gap-4">
      <Header action={data?.length !== 0 && action} />
      {!isVerified && (
        <p className="rounded-panel border border-line bg-surface px-5 py-4 text-secondary text-ink-2">
          {t('tokens.verifyFirst')}
        </p>
      )}
      {isMaking && <NewToken renderConfirmation={renderConfirmation} onClose={() => setIsMaking(false)} />}
      <TokenList action={action} />
    </div>
  )
}

function Header({ action }: { action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="grid gap-1">
        <SettingsLink />
        <PageTitle>{t('shell.page.tokens')}</PageTitle>
        <p className="max-w-140 text-secondary text-pretty text-ink-2">
          {t('tokens.about')}{' '}
          <a
            href={`${BASE_PATH}/api/docs`}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent-ink hover:underline"
          >
            {t('tokens.reference')}
          </a>
        </p>
      </div>
      {action}
    </div>
  )
}

/** Hidden while there is neither a token nor anything to do about it. */
function TokenList({ action }: { action: ReactNode }) {
  const { t } = useTranslation()
  const { data } = useQuery(tokensQuery)
  const { container, keepFocus } = useFocusAfterRemoval(data?.length)
  if (data?.length === 0 && action === false) return null
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="overflow-clip rounded-panel border border-line bg-surface outline-none"
    >
      <LoadState />
      {data?.length === 0 && <EmptyState message={t('tokens.none')} action={action} />}
      <ul aria-label={t('shell.page.tokens')} className="empty:hidden">
        {data?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={keepFocus} />
        ))}
      </ul>
    </div>
  )
}

function LoadState() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(tokensQuery)
  if (data !== undefined) return null
  if (error === null) return <Skeleton rows={2} />
  return <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
}
