import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { startOfDate } from '#core/time/time-zone.ts'
import { newId } from '#web/api/new-id.ts'
import type { EntryView } from '#web/features/time-entries/data/useEntryView.ts'
import type { EntrySearchState, WeekDates } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { EditEntryPanel, NewEntryPanel } from '#web/features/time-entries/form/LazyEntryPanels.tsx'
import { EntryListPlaceholder } from '#web/features/time-entries/list/EntryListPlaceholder.tsx'
import { useTimerService } from '#web/features/timer/queries.ts'
import { currentZone, useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import type { GridDay } from './grid/day-segments.ts'
import type { DragHandle, TimeRange } from './grid/drag.ts'
import { createWallClockScale } from './grid/wall-clock-scale.ts'
import { WeekGrid } from './grid/WeekGrid.tsx'
import { DayEvents } from './events/DayEvents.tsx'
import { toBackdrops } from './events/EventBlocks.tsx'
import { EventPanel } from './events/EventPanel.tsx'
import { useCalendarEvents } from './events/useCalendarEvents.ts'
import { useSelectedEvent } from './events/useSelectedEvent.ts'
import { useWeekChanges } from './useWeekChanges.ts'
import { useWeekItems } from './useWeekItems.ts'
import { WeekDayHeaders } from './WeekDayHeaders.tsx'
import { WeekNavigation } from './WeekNavigation.tsx'

/** Narrower screens show a single day. */
const MIN_WEEK_WIDTH_PX = 640

interface WeekViewProps {
  view: EntryView
  search: EntrySearchState
  week: WeekDates
  onContinue: (entry: TimeEntry) => void
}

/** A week of entries as blocks that can be drawn, moved and resized. The list offers the same without dragging. */
export function WeekView({ view, search, week, onContinue }: WeekViewProps) {
  const [frame, width] = useWidth()
  const isNarrow = width > 0 && width < MIN_WEEK_WIDTH_PX
  const days = useGridDays(week, isNarrow)
  const titles = useId()
  const titleId = (date: string) => `${titles}${date}`
  const { entries = NO_ENTRIES, groups } = view
  const items = useWeekItems(entries, search.isFiltered)
  const edit = useEditedEntry(entries)
  const draw = useDraft(entries)
  const { move, remove } = useWeekChanges()
  const events = useCalendarEvents(week, entries)
  const opened = useSelectedEvent()
  useAllPages(view.query)

  const withEntry = actOn(entries)
  const handleDrop = (handle: DragHandle, range: TimeRange) =>
    handle.part === 'space' ? draw.begin(range) : withEntry(handle.id, (entry) => move(entry, range))

  return (
    <div ref={frame} className="grid gap-3">
      <WeekNavigation week={week} search={search} events={events} />
      <WeekGrid
        days={days}
        items={items}
        isLoading={view.entries === undefined}
        zone={currentZone()}
        heading={
          <WeekDayHeaders week={week} groups={groups} search={search} titleId={titleId} isSingleDay={isNarrow}>
            <DayEvents dates={days.map(({ date }) => date)} events={events.days} isSingleDay={isNarrow} />
          </WeekDayHeaders>
        }
        titleId={titleId}
        draft={draw.draft?.range}
        draftRef={draw.ref}
        onDrop={handleDrop}
        onOpen={edit.open}
        onDelete={(id) => withEntry(id, remove)}
        backdropOf={toBackdrops(events.timed, opened.open)}
      >
        <EmptyWeekMessage view={view} search={search} hasItems={items.length > 0 || events.timed.length > 0} />
      </WeekGrid>
      <Suspense>
        {edit.edited && (
          <EditEntryPanel {...edit.edited} onClose={edit.close} onDelete={remove} onContinue={onContinue} />
        )}
        {draw.draft?.isOpen === true && (
          <NewEntryPanel
            id={draw.draft.id}
            range={draw.draft.range}
            project={draw.project}
            trigger={draw.ref}
            onClose={draw.discard}
            onSaved={search.isFiltered ? draw.discard : draw.finish}
          />
        )}
        <EventPanel opened={opened} project={draw.project} />
      </Suspense>
    </div>
  )
}

const NO_ENTRIES: readonly TimeEntry[] = []

const actOn = (entries: readonly TimeEntry[]) => (id: string, act: (entry: TimeEntry) => void) => {
  const entry = entries.find((entry) => entry.id === id)
  if (entry !== undefined) act(entry)
}

function EmptyWeekMessage({ view, search, hasItems }: Pick<WeekViewProps, 'view' | 'search'> & { hasItems: boolean }) {
  const { t } = useTranslation()
  if (view.query.isError)
    return (
      <div className="rounded-panel bg-surface">
        <EntryListPlaceholder view={view} search={search} isNew={false} />
      </div>
    )
  if (hasItems || view.entries === undefined || view.query.isPlaceholderData) return null
  return <p className={MESSAGE}>{t(search.isFiltered ? 'entries.week.nothingFound' : EMPTY_WEEK)}</p>
}

const EMPTY_WEEK = matchMedia('(pointer: coarse)').matches ? 'entries.week.emptyOnTouch' : 'entries.week.empty'

const MESSAGE =
  'pointer-events-none w-fit max-w-80 rounded-small bg-surface px-4 py-2 text-center text-body text-balance text-ink-2'

function useGridDays({ day, days }: WeekDates, isNarrow: boolean) {
  const { zone } = useFormats()
  return useMemo(() => (isNarrow ? [day] : days).map((date) => toGridDay(date, zone)), [day, days, isNarrow, zone])
}

function toGridDay(date: string, zone: string): GridDay {
  const times = { from: startOfDate(date, zone), to: startOfDate(shiftDate(date, 1), zone) }
  return { date, ...times, scale: createWallClockScale(times, zone) }
}

/** The week grid has no paging, so all pages are loaded. */
function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: EntryView['query']) {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
}

function useEditedEntry(entries: readonly TimeEntry[]) {
  const [opened, setOpened] = useState<{ id: string; block: HTMLElement }>()
  const entry = opened && entries.find(({ id }) => id === opened.id)
  return {
    edited: opened && entry && { entry, block: opened.block },
    open: (id: string, block: HTMLElement) => setOpened({ id, block }),
    close: () => setOpened(undefined),
  }
}

/** The drawn range. It stays visible until the entry created from it is in the list. */
function useDraft(entries: readonly TimeEntry[]) {
  const { store } = useTimerService()
  const ref = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ id: string; range: TimeRange; isOpen: boolean }>()
  const isSaved = drawn !== undefined && entries.some(({ id }) => id === drawn.id)
  // Cleared for good: otherwise the draft would reappear when the user undoes the entry.
  if (isSaved && !drawn.isOpen) setDrawn(undefined)
  return {
    ref,
    draft: isSaved && !drawn.isOpen ? undefined : drawn,
    project: entries[0]?.project ?? store.getState().selection.projectId ?? '',
    begin: (range: TimeRange) => setDrawn({ id: newId(), range, isOpen: true }),
    finish: () => setDrawn(drawn && { ...drawn, isOpen: false }),
    discard: () => setDrawn(undefined),
  }
}
