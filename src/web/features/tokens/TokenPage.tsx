import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
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
  const [isMaking, setIsMaking] = useState(false)
  return (
    <div className="grid max-w-160 grid-cols-1 gap-4">
      <Header canMake={isVerified && !isMaking} onMake={() => setIsMaking(true)} />
      {!isVerified && (
        <p className="rounded-panel border border-line bg-surface px-5 py-4 text-secondary text-ink-2">
          {t('tokens.verifyFirst')}
        </p>
      )}
      {isMaking && <NewToken renderConfirmation={renderConfirmation} onClose={() => setIsMaking(false)} />}
      <TokenList />
    </div>
  )
}

function Header({ canMake, onMake }: { canMake: boolean; onMake: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-2">
      <Link
        to="/settings"
        hash="integrations"
        className="inline-flex w-fit items-center gap-1 text-secondary font-medium text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={16} aria-hidden="true" />
        {t('shell.page.settings')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageTitle>{t('shell.page.tokens')}</PageTitle>
        {canMake && (
          <Button variant="primary" onClick={onMake}>
            {t('tokens.new')}
          </Button>
        )}
      </div>
      <p className="text-secondary text-pretty text-ink-2">
        {t('tokens.about')}{' '}
        <a href={`${BASE_PATH}/api/docs`} target="_blank" rel="noopener" className="text-accent-ink hover:underline">
          {t('tokens.reference')}
        </a>
      </p>
    </div>
  )
}

function TokenList() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(tokensQuery)
  const { container, keepFocus } = useFocusAfterRemoval(data?.length)
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="overflow-clip rounded-panel border border-line bg-surface outline-none"
    >
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <EmptyState message={t('tokens.none')} />}
      <ul aria-label={t('shell.page.tokens')} className="empty:hidden">
        {data?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={keepFocus} />
        ))}
      </ul>
    </div>
  )
}
