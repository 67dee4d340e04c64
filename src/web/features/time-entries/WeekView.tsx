import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { startOfDate } from '#core/zone.ts'
import { newId } from '#web/api/new-id.ts'
import { readTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useWidth } from '#web/ui/useWidth.ts'
import { dayLater } from './day-ranges.ts'
import { LoadState } from './LoadState.tsx'
import type { EntrySearchState, ShownWeek } from './useEntrySearch.ts'
import type { EntryView } from './useEntryView.ts'
import { useWeekChanges } from './useWeekChanges.ts'
import { useWeekItems } from './useWeekItems.ts'
import { scaleOf } from './week/day-scale.ts'
import type { Grip, Span } from './week/drag.ts'
import type { ShownDay } from './week/pieces.ts'
import { WeekGrid } from './week/WeekGrid.tsx'
import { WeekBar } from './WeekBar.tsx'
import { WeekDays } from './WeekDays.tsx'

const loadPanels = () => import('./EntryPanels.tsx')
const EditEntryPanel = lazy(() => loadPanels().then((module) => ({ default: module.EditEntryPanel })))
const NewEntryPanel = lazy(() => loadPanels().then((module) => ({ default: module.NewEntryPanel })))

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Below it there is room for one day only. */
const WEEK_WIDTH_PX = 640

interface WeekViewProps {
  view: EntryView
  search: EntrySearchState
  week: ShownWeek
}

/** The entries of a week at their own times, to draw, move and pull longer. The list tells the same to everybody. */
export function WeekView({ view, search, week }: WeekViewProps) {
  const [frame, width] = useWidth()
  const isNarrow = width > 0 && width < WEEK_WIDTH_PX
  const days = useShownDays(week, isNarrow)
  const titles = useId()
  const titleId = (date: string) => `${titles}${date}`
  const { entries = NONE, groups } = view
  const items = useWeekItems(entries, search.isNarrowed)
  const edit = useEdited(entries)
  const draw = useDraft(entries)
  const { move, remove } = useWeekChanges()
  useAllPages(view.query)

  const withEntry = (id: string, act: (entry: TimeEntry) => void) => {
    const entry = entries.find((one) => one.id === id)
    if (entry !== undefined) act(entry)
  }
  const handleDrop = (grip: Grip, span: Span) =>
    grip.part === 'space' ? draw.begin(span) : withEntry(grip.id, (entry) => move(entry, span))

  return (
    <div ref={frame} className="grid gap-3">
      <WeekBar week={week} search={search} />
      <WeekGrid
        days={days}
        items={items}
        zone={zone}
        heading={<WeekDays week={week} groups={groups} search={search} titleId={titleId} isOneShown={isNarrow} />}
        titleId={titleId}
        draft={draw.draft?.span}
        draftRef={draw.ref}
        onDrop={handleDrop}
        onOpen={edit.open}
        onDelete={(id) => withEntry(id, remove)}
      >
        <Nothing view={view} search={search} hasItems={items.length > 0} />
      </WeekGrid>
      <Suspense>
        {edit.edited && <EditEntryPanel {...edit.edited} onClose={edit.close} onDelete={remove} />}
        {draw.draft?.isOpen === true && (
          <NewEntryPanel
            id={draw.draft.id}
            span={draw.draft.span}
            project={lastProject(entries)}
            trigger={draw.ref}
            onClose={draw.drop}
            onSaved={search.isNarrowed ? draw.drop : draw.finish}
          />
        )}
      </Suspense>
    </div>
  )
}

const NONE: readonly TimeEntry[] = []

const lastProject = (entries: readonly TimeEntry[]) => entries[0]?.project ?? readTimer().selection.projectId ?? ''

/** What is said of a week without anything. */
function Nothing({ view, search, hasItems }: Omit<WeekViewProps, 'week'> & { hasItems: boolean }) {
  const { t } = useTranslation()
  if (view.query.isError)
    return (
      <div className="rounded-panel bg-surface">
        <LoadState view={view} search={search} isNew={false} />
      </div>
    )
  if (hasItems || view.entries === undefined || view.query.isPlaceholderData) return null
  return <p className={SENTENCE}>{t(search.isNarrowed ? 'entries.week.nothingFound' : EMPTY)}</p>
}

const EMPTY = matchMedia('(pointer: coarse)').matches ? 'entries.week.emptyOnTouch' : 'entries.week.empty'

const SENTENCE =
  'pointer-events-none w-fit max-w-80 rounded-small bg-surface px-4 py-2 text-center text-body text-balance text-ink-2'

function useShownDays({ day, days }: ShownWeek, isNarrow: boolean) {
  return useMemo(() => (isNarrow ? [day] : days).map(toShownDay), [day, days, isNarrow])
}

function toShownDay(date: string): ShownDay {
  const times = { from: startOfDate(date, zone), to: startOfDate(dayLater(date, 1), zone) }
  return { date, ...times, scale: scaleOf(times, zone) }
}

/** A week is shown whole, however many entries it has. */
function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: EntryView['query']) {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
}

function useEdited(entries: readonly TimeEntry[]) {
  const [opened, setOpened] = useState<{ id: string; block: HTMLElement }>()
  const entry = opened && entries.find(({ id }) => id === opened.id)
  return {
    edited: opened && entry && { entry, block: opened.block },
    open: (id: string, block: HTMLElement) => setOpened({ id, block }),
    close: () => setOpened(undefined),
  }
}

/** What was drawn: it shows until the entry that is made of it does. */
function useDraft(entries: readonly TimeEntry[]) {
  const ref = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ id: string; span: Span; isOpen: boolean }>()
  const isShown = drawn !== undefined && entries.some(({ id }) => id === drawn.id)
  // Once and for all: whoever takes the entry back does not want its draft.
  if (isShown && !drawn.isOpen) setDrawn(undefined)
  return {
    ref,
    draft: isShown && !drawn.isOpen ? undefined : drawn,
    begin: (span: Span) => setDrawn({ id: newId(), span, isOpen: true }),
    finish: () => setDrawn(drawn && { ...drawn, isOpen: false }),
    drop: () => setDrawn(undefined),
  }
}
