import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

interface PanelContentProps<Item> {
  query: UseQueryResult<Item[]>
  hint: string
  /** A sentence for an empty list. */
  none: string
  label: string
  children: (item: Item) => ReactNode
}

/** The list of a panel: while it loads, when that has failed, and when it is empty. */
export function PanelContent<Item>({ query, hint, none, label, children }: PanelContentProps<Item>) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = query
  return (
    <>
      <p className="px-5 pb-3 text-secondary text-ink-2">{hint}</p>
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="border-t border-line px-5 py-5 text-secondary text-ink-2">{none}</p>}
      <ul aria-label={label} className="empty:hidden">
        {data?.map(children)}
      </ul>
    </>
  )
}
