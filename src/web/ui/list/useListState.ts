import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ListSearch, listSearch, type StatusOption, usualOrder } from './list-search.ts'

/** Browsers refuse an address that changes with every letter. */
const WRITE_AFTER_MS = 200

/** How a list is searched, narrowed and sorted: in the address, so that a reload and the way back keep it. */
export function useListState(statuses: readonly StatusOption[]) {
  const read = listSearch(statuses.map(({ value }) => value))
  const saved = read(useSearch({ strict: false }))
  const navigate = useNavigate()
  // What is typed and not yet in the address.
  const [typed, setTyped] = useState<string>()
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  const q = typed ?? saved.q ?? ''
  const sort = saved.sort ?? 'name'

  const write = async (change: { [Name in keyof ListSearch]: ListSearch[Name] | undefined }) => {
    clearTimeout(timeout.current)
    await navigate({ to: '.', search: read({ ...saved, q, ...change }), replace: true })
    setTyped((present) => (present === (change.q ?? q) ? undefined : present))
  }

  return {
    q,
    status: saved.status,
    sort,
    order: saved.order ?? usualOrder(sort),
    setQuery: (q: string) => {
      setTyped(q)
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => void write({ q }), WRITE_AFTER_MS)
    },
    set: (change: Omit<ListSearch, 'q'>) => void write(change),
    clear: () => {
      setTyped('')
      void write({ q: '' })
    },
  }
}

export type ListState = ReturnType<typeof useListState>
