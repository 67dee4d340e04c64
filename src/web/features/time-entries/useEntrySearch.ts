import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type EntrySearch, readEntrySearch, toSelection } from './entry-search.ts'

/** Browsers refuse an address that changes with every letter, and the server is asked no oftener. */
const WRITE_AFTER_MS = 250

type Wish = { [Name in keyof EntrySearch]: EntrySearch[Name] | undefined }

/** How the list is searched and narrowed: in the address, so that a reload and the way back keep it. */
export function useEntrySearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const saved = useMemo(() => readEntrySearch(raw), [raw])
  const navigate = useNavigate()
  // What is typed and not yet in the address.
  const [typed, setTyped] = useState<string>()
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  const q = typed ?? saved.q ?? ''

  const write = async (change: Wish) => {
    clearTimeout(timeout.current)
    await navigate({ to: '.', search: readEntrySearch({ ...saved, q, ...change }), replace: true })
    setTyped((present) => (present === (change.q ?? q) ? undefined : present))
  }

  return {
    q,
    saved,
    selection: useMemo(() => toSelection(saved), [saved]),
    isNarrowed: Object.keys(saved).length > 0,
    setQuery: (q: string) => {
      setTyped(q)
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => void write({ q }), WRITE_AFTER_MS)
    },
    set: (change: Omit<Wish, 'q'>) => void write(change),
    clear: () => {
      setTyped('')
      clearTimeout(timeout.current)
      void navigate({ to: '.', search: {}, replace: true }).then(() => setTyped(undefined))
    },
  }
}

export type EntrySearchState = ReturnType<typeof useEntrySearch>
