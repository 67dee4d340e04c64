import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { dateOf } from '#core/time/time-zone.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import { reportEntriesQuery, type ReportQuery } from '#web/features/reports/queries.ts'
import { currentFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { type BreakdownPath, type ReportEntry, roundEntry, selectionForPath, timeOnPath } from './breakdown-path.ts'

interface BreakdownLineEntriesProps {
  path: BreakdownPath
  query: ReportQuery
  getGroupLabel: GetGroupLabel
  columnCount: number
}

/** The entries of a breakdown line, newest first. */
export function BreakdownLineEntries({ path, query, getGroupLabel, columnCount }: BreakdownLineEntriesProps) {
  const found = useInfiniteQuery(reportEntriesQuery(selectionForPath(query, path)))
  const { data, hasNextPage, isFetching, fetchNextPage } = found
  const entries = (data?.pages.flatMap((page) => page.entries) ?? [])
    .map((entry) => ({ entry, milliseconds: timeOnPath(entry, path, query) }))
    .filter(({ milliseconds }) => milliseconds > 0)

  // A page from the server may hold no entry of this line: load the next one.
  const isEmptyPage = entries.length === 0 && hasNextPage && !isFetching
  useEffect(() => {
    if (isEmptyPage) void fetchNextPage()
  }, [isEmptyPage, fetchNextPage])

  return (
    <tr data-level={2}>
      <td colSpan={columnCount} className="max-w-0">
        <ul>
          {entries.map(({ entry, milliseconds }) => (
            <li key={entry.id} className="flex min-h-8 items-center gap-2.5 text-caption">
              <EntryLink entry={entry} zone={query.zone} />
              <span className="min-w-0 flex-1 truncate text-ink-3">{describeEntry(entry, path, getGroupLabel)}</span>
              <span className="text-ink">
                <Duration milliseconds={roundEntry(milliseconds, query)} />
              </span>
            </li>
          ))}
        </ul>
        <LoadMore query={found} isEmpty={entries.length === 0} />
      </td>
    </tr>
  )
}

type EntriesQuery = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isError' | 'isFetching' | 'hasNextPage' | 'fetchNextPage' | 'refetch'
>

/** Shows loading, errors, the empty state or the button for more entries. */
function LoadMore({ query, isEmpty }: { query: EntriesQuery; isEmpty: boolean }) {
  const { t } = useTranslation()
  const { isError, isFetching, hasNextPage, fetchNextPage, refetch } = query
  if (isError) return <LoadError onRetry={() => void refetch()} isRetrying={isFetching} />
  if (isEmpty && !isFetching && !hasNextPage) return t('reports.chart.nothing')
  if (isEmpty)
    return (
      <span role="status">
        <Spinner size={18} />
        <span className="sr-only">{t('ui.loading')}</span>
      </span>
    )
  return (
    hasNextPage && (
      <Button variant="ghost" busy={isFetching} onClick={() => void fetchNextPage()} className="print:hidden">
        {t('reports.chart.moreEntries')}
      </Button>
    )
  )
}

/** Project, task and notes, without the ones that the lines above show. */
function describeEntry({ project, task, notes }: ReportEntry, path: BreakdownPath, getGroupLabel: GetGroupLabel) {
  const isShownAbove = (name: string) => path.some(({ dimension }) => dimension === name)
  const names = [
    !isShownAbove('project') && getGroupLabel('project', project).name,
    !isShownAbove('task') && task !== null && getGroupLabel('task', task).name,
    notes,
  ]
  return names.filter(Boolean).join(' · ')
}

/** Links to the time entries of that project and day. */
function EntryLink({ entry, zone }: { entry: ReportEntry; zone: string }) {
  const { language } = useTranslation()
  const day = dateOf(Date.parse(entry.startTime), zone)
  const { clock } = currentFormats()
  const timeOf = (time: string) => formatTime(time, language, { clock, zone })
  return (
    <Link
      to="/time-entries"
      search={{ project: entry.project, from: day, to: day }}
      className="flex-none rounded-tag hover:underline"
    >
      {formatDate(day, language, { weekday: 'short', day: 'numeric', month: 'short' })}, {timeOf(entry.startTime)}
      {entry.endTime && ` – ${timeOf(entry.endTime)}`}
    </Link>
  )
}
