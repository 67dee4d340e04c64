import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import { rangeOf, weekOf } from './day-ranges.ts'
import { type EntrySearch, readEntrySearch, toSelection } from './entry-search.ts'
import { useToday } from './useToday.ts'

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

  const { view, week: day, from, to: _, ...filters } = saved
  const week = useWeek(view, day)

  return {
    q,
    saved,
    /** What is shown instead of the list. */
    week,
    selection: useMemo(
      () => toSelection({ ...saved, ...(week && { from: week.first, to: week.last }) }),
      [saved, week],
    ),
    isNarrowed: Object.keys(filters).length > 0 || (week === undefined && from !== undefined),
    setQuery: (q: string) => {
      setTyped(q)
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => void write({ q }), WRITE_AFTER_MS)
    },
    set: (change: Omit<Wish, 'q'>) => void write(change),
    clear: () => {
      setTyped('')
      clearTimeout(timeout.current)
      const search = readEntrySearch({ view, week: day })
      void navigate({ to: '.', search, replace: true }).then(() => setTyped(undefined))
    },
  }
}

export type EntrySearchState = ReturnType<typeof useEntrySearch>

/** The present week unless the address names a day of another. */
function useWeek(view: EntrySearch['view'], named: string | undefined) {
  const { language } = useTranslation()
  const today = useToday()
  return useMemo(() => {
    if (view !== 'week') return undefined
    const day = named ?? rangeOf('today', new Date(today)).from
    const days = weekOf(day, localeOf(language))
    return { day, days, first: days[0]!, last: days.at(-1)! }
  }, [view, named, today, language])
}

export type ShownWeek = NonNullable<ReturnType<typeof useWeek>>
