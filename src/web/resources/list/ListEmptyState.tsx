import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListIllustration } from './ListIllustration.tsx'
import { NewLink } from './NewLink.tsx'
import type { ResourceName } from './resource-pages.ts'
import { ALL_STATUSES } from './useFilteredGroups.ts'
import type { ListFilters } from './useListFilters.ts'

interface ListEmptyStateProps {
  resource: ResourceName
  state: ListFilters
  isNew: boolean
  illustration: ReactNode
}

/** The list has no items, none of the status, or none that the search finds. */
export function ListEmptyState({ resource, state, isNew, illustration = <ListIllustration /> }: ListEmptyStateProps) {
  const { t } = useTranslation()
  if (isNew)
    return (
      <EmptyState
        message={t(`${resource}.list.empty`)}
        illustration={illustration}
        action={<NewLink resource={resource} />}
      />
    )
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
