import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ListSearchParams, listSearchParser, type StatusOption, defaultSortOrder } from './list-search-params.ts'

/** Browsers refuse an address that changes with every letter. */
const URL_UPDATE_DELAY_MS = 200

/** How a list is searched, narrowed and sorted: in the address, so that a reload and the way back keep it. */
export function useListFilters(statuses: readonly StatusOption[]) {
  const read = listSearchParser(statuses.map(({ value }) => value))
  const saved = read(useSearch({ strict: false }))
  const navigate = useNavigate()
  // What is typed and not yet in the address.
  const [typed, setTyped] = useState<string>()
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  const q = typed ?? saved.q ?? ''
  const sort = saved.sort ?? 'name'

  const write = async (change: { [Name in keyof ListSearchParams]: ListSearchParams[Name] | undefined }) => {
    clearTimeout(timeout.current)
    await navigate({ to: '.', search: read({ ...saved, q, ...change }), replace: true })
    setTyped((present) => (present === (change.q ?? q) ? undefined : present))
  }

  return {
    q,
    status: saved.status,
    sort,
    order: saved.order ?? defaultSortOrder(sort),
    setQuery: (q: string) => {
      setTyped(q)
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => void write({ q }), URL_UPDATE_DELAY_MS)
    },
    set: (change: Omit<ListSearchParams, 'q'>) => void write(change),
    clear: () => {
      setTyped('')
      void write({ q: '' })
    },
  }
}

export type ListFilters = ReturnType<typeof useListFilters>
