import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { defaultSortOrder, type ListSearchParams, listSearchParser, type StatusOption } from './list-search-params.ts'

/** Browsers limit how often the URL may change, so it is not updated on every key. */
const URL_UPDATE_DELAY_MS = 200

/** Search, status and sort of a list. They are in the URL, so that reload and Back keep them. */
export function useListFilters(statuses: readonly StatusOption[]) {
  const parse = listSearchParser(statuses.map(({ value }) => value))
  const params = parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  // The typed search text, until it is in the URL.
  const [typed, setTyped] = useState<string>()
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  const q = typed ?? params.q ?? ''
  const sort = params.sort ?? 'name'

  const updateUrl = async (change: { [Name in keyof ListSearchParams]: ListSearchParams[Name] | undefined }) => {
    clearTimeout(timeout.current)
    await navigate({ to: '.', search: parse({ ...params, q, ...change }), replace: true })
    setTyped((current) => (current === (change.q ?? q) ? undefined : current))
  }

  return {
    q,
    status: params.status,
    sort,
    order: params.order ?? defaultSortOrder(sort),
    setQuery: (q: string) => {
      setTyped(q)
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => void updateUrl({ q }), URL_UPDATE_DELAY_MS)
    },
    set: (change: Omit<ListSearchParams, 'q'>) => void updateUrl(change),
    clear: () => {
      setTyped('')
      void updateUrl({ q: '' })
    },
  }
}

export type ListFilters = ReturnType<typeof useListFilters>
