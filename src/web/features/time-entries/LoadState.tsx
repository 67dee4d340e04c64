import { Link } from '@tanstack/react-router'
import { isSilence } from '#web/api/api-error.ts'
import { errorMessage } from '#web/i18n/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NewLink } from '#web/ui/list/NewLink.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LedgerGhost } from './LedgerGhost.tsx'
import type { EntrySearchState } from './useEntrySearch.ts'
import type { EntryView } from './useEntryView.ts'

interface LoadStateProps {
  view: EntryView
  search: EntrySearchState
  isNew: boolean
}

/** What stands in the place of a list that is not there: yet, at all, or by these words. */
export function LoadState({ view: { query, entries }, search, isNew }: LoadStateProps) {
  const { t } = useTranslation()
  // That there is no server is told above the page.
  if (query.isError && !(entries !== undefined && isSilence(query.error)))
    return (
      <LoadError
        message={errorMessage(query.error, t, 'entries.failed.fetch')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (entries === undefined) return <Skeleton rows={8} />
  if (entries.length > 0) return null
  if (isNew) return <EmptyState message={t('entries.list.empty')} graphic={<LedgerGhost />} action={<Ways />} />
  return (
    <EmptyState
      message={t('entries.list.nothingFound')}
      action={<Button onClick={search.clear}>{t('entries.filter.clear')}</Button>}
    />
  )
}

/** By hand, or from where it was recorded before. */
function Ways() {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-center gap-3">
      <NewLink area="entries" />
      <Link to="/import" className={LINK}>
        {t('entries.list.import')}
      </Link>
    </div>
  )
}

const LINK =
  'relative rounded-tag text-secondary font-strong text-accent-ink after:absolute after:-inset-2 hover:underline'
