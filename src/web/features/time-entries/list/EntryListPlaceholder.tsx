import { Link } from '@tanstack/react-router'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import type { EntryView } from '#web/features/time-entries/data/useEntryView.ts'
import type { EntrySearchState } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { NewLink } from '#web/resources/list/NewLink.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { EntryListIllustration } from './EntryListIllustration.tsx'

interface EntryListPlaceholderProps {
  view: EntryView
  search: EntrySearchState
  isNew: boolean
}

/** Shown instead of the list while it loads, fails, or is empty. */
export function EntryListPlaceholder({ view: { query, entries, groups }, search, isNew }: EntryListPlaceholderProps) {
  const { t } = useTranslation()
  // The offline banner already reports an unreachable server.
  if (query.isError && !(entries !== undefined && isServerUnreachable(query.error)))
    return (
      <LoadError
        message={errorMessage(query.error, t, 'entries.failed.fetch')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (entries === undefined) return <Skeleton rows={8} />
  if (groups.length > 0) return null
  if (isNew)
    return (
      <EmptyState
        message={t('entries.list.empty')}
        illustration={<EntryListIllustration />}
        action={<EmptyListActions />}
      />
    )
  return (
    <EmptyState
      message={t('entries.list.nothingFound')}
      action={<Button onClick={search.clear}>{t('entries.filter.clear')}</Button>}
    />
  )
}

function EmptyListActions() {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-center gap-3">
      <NewLink resource="entries" />
      <Link to="/import" className={LINK}>
        {t('entries.list.import')}
      </Link>
    </div>
  )
}

const LINK =
  'relative rounded-tag text-secondary font-strong text-accent-ink after:absolute after:-inset-2 hover:underline'
