import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import type { ResourceName } from './resource-pages.ts'
import { ListIllustration } from './ListIllustration.tsx'
import { NewLink } from './NewLink.tsx'
import type { ListFilters } from './useListFilters.ts'
import { ALL_STATUSES } from './useFilteredGroups.ts'

interface ListEmptyStateProps {
  resource: ResourceName
  state: ListFilters
  isNew: boolean
  illustration: ReactNode
}

/** Nothing yet, nothing of this status, or nothing by that name. */
export function ListEmptyState({
  resource: area,
  state,
  isNew,
  illustration: graphic = <ListIllustration />,
}: ListEmptyStateProps) {
  const { t } = useTranslation()
  if (isNew)
    return <EmptyState message={t(`${area}.list.empty`)} illustration={graphic} action={<NewLink resource={area} />} />
  if (state.q === '')
    return (
      <EmptyState
        message={t('list.nothingOfStatus')}
        action={<Button onClick={() => state.set({ status: ALL_STATUSES })}>{t('list.showAll')}</Button>}
      />
    )
  return (
    <EmptyState
      message={t('list.nothingFound', { q: state.q })}
      action={<Button onClick={state.clear}>{t('list.clearSearch')}</Button>}
    />
  )
}
