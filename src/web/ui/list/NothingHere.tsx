import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import type { Area } from './areas.ts'
import { ListGhost } from './ListGhost.tsx'
import { NewLink } from './NewLink.tsx'
import type { ListState } from './useListState.ts'
import { ALL } from './useListView.ts'

interface NothingHereProps {
  area: Area
  state: ListState
  isNew: boolean
  graphic: ReactNode
}

/** Nothing yet, nothing of this status, or nothing by that name. */
export function NothingHere({ area, state, isNew, graphic = <ListGhost /> }: NothingHereProps) {
  const { t } = useTranslation()
  if (isNew) return <EmptyState message={t(`${area}.list.empty`)} graphic={graphic} action={<NewLink area={area} />} />
  if (state.q === '')
    return (
      <EmptyState
        message={t('list.nothingOfStatus')}
        action={<Button onClick={() => state.set({ status: ALL })}>{t('list.showAll')}</Button>}
      />
    )
  return (
    <EmptyState
      message={t('list.nothingFound', { q: state.q })}
      action={<Button onClick={state.clear}>{t('list.clearSearch')}</Button>}
    />
  )
}
