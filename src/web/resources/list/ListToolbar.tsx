import { ArrowDown, ArrowUp } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { SearchField } from '#web/ui/list/SearchField.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import { defaultSortOrder, SORT_KEYS, type SortKey, type StatusOption } from './list-search-params.ts'
import type { ListFilters } from './useListFilters.ts'

interface ListToolbarProps {
  state: ListFilters
  searchLabel: string
  /** The first is the default. */
  statuses: readonly StatusOption[]
  sorts: readonly SortKey[]
  onArrowDown: () => void
  search: RefObject<HTMLInputElement | null>
}

export function ListToolbar({ state, searchLabel, statuses, sorts, onArrowDown, search }: ListToolbarProps) {
  const { t } = useTranslation()
  return (
    <div className="z-10 flex flex-wrap items-center gap-x-3 gap-y-2.5 bg-canvas py-3 max-md:contents lg:sticky lg:top-0 lg:h-15 lg:flex-nowrap">
      <div className="max-md:order-1 max-md:w-[calc(100%-3.375rem)] md:w-full lg:max-w-80 lg:flex-1">
        <SearchField
          ref={search}
          label={searchLabel}
          value={state.q}
          onChange={state.setQuery}
          onArrowDown={onArrowDown}
        />
      </div>
      {statuses[0] !== undefined && (
        <div className="max-md:order-3 max-md:w-full">
          <SegmentedControl
            label={t('list.status')}
            value={state.status ?? statuses[0].value}
            options={statuses}
            onChange={(status) => state.set({ status })}
          />
        </div>
      )}
      <div className="ml-auto flex items-center gap-1.5 max-md:order-5">
        <Select
          variant="chip"
          label={t('list.sort')}
          value={state.sort}
          options={sorts.map((id) => ({ id, label: t(`list.sorts.${id}`) }))}
          onChange={(id) => {
            const sort = SORT_KEYS.find((known) => known === id) ?? 'name'
            state.set({ sort, order: defaultSortOrder(sort) })
          }}
        />
        <IconButton
          variant="secondary"
          className="size-8.5"
          label={t(`list.orders.${state.order}`)}
          icon={state.order === 'asc' ? <ArrowUp {...ICON} /> : <ArrowDown {...ICON} />}
          onClick={() => state.set({ order: state.order === 'asc' ? 'desc' : 'asc' })}
        />
      </div>
    </div>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
