import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { firstWeekday } from '#core/formats.ts'
import { resolveRange, datesOfWeek } from '#web/features/time-entries/data/day-ranges.ts'
import { useToday } from '#web/features/time-entries/data/useToday.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { type EntrySearchParams, parseEntrySearchParams, toEntryFilter } from './entry-search-params.ts'

/** Browsers limit how often the URL may change, and each change sends a request. */
const URL_UPDATE_DELAY_MS = 250

type SearchParamsChange = { [Name in keyof EntrySearchParams]: EntrySearchParams[Name] | undefined }

/** The list's search text, filters and week. They are kept in the URL, so that reload and back restore them. */
export function useEntrySearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const params = useMemo(() => parseEntrySearchParams(raw), [raw])
  const navigate = useNavigate()
  // Typed text that is not in the URL yet.
  const [typed, setTyped] = useState<string>()
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  const q = typed ?? params.q ?? ''

  const write = async (change: SearchParamsChange) => {
    clearTimeout(timeout.current)
    await navigate({ to: '.', search: parseEntrySearchParams({ ...params, q, ...change }), replace: true })
    setTyped((present) => (present === (change.q ?? q) ? undefined : present))
  }

  const { view, week: day, from, to: _, ...filters } = params
  const week = useWeek(view, day)

  return {
    q,
    params,
    /** Undefined while the list is shown. */
    week,
    filter: useMemo(
      () => toEntryFilter({ ...params, ...(week && { from: week.first, to: week.last }) }),
      [params, week],
    ),
    isFiltered: Object.keys(filters).length > 0 || (week === undefined && from !== undefined),
    setQuery: (q: string) => {
      setTyped(q)
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => void write({ q }), URL_UPDATE_DELAY_MS)
    },
    set: (change: Omit<SearchParamsChange, 'q'>) => void write(change),
    clear: () => {
      setTyped('')
      clearTimeout(timeout.current)
      const search = parseEntrySearchParams({ view, week: day })
      void navigate({ to: '.', search, replace: true }).then(() => setTyped(undefined))
    },
  }
}

export type EntrySearchState = ReturnType<typeof useEntrySearch>

/** The week of the date in the URL, or the current one. */
function useWeek(view: EntrySearchParams['view'], named: string | undefined) {
  const formats = useFormats()
  const today = useToday()
  return useMemo(() => {
    if (view !== 'week') return undefined
    const day = named ?? resolveRange('today', new Date(today)).from
    const days = datesOfWeek(day, firstWeekday(formats))
    return { day, days, first: days[0]!, last: days.at(-1)! }
  }, [view, named, today, formats])
}

export type WeekDates = NonNullable<ReturnType<typeof useWeek>>
