import { useCallback, useEffect, useState } from 'react'
import { type PublicEntry, publicReport, type PublicReport } from '#contract/integrations/shared-reports.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { currentFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'

interface Loaded {
  entries: readonly PublicEntry[]
  /** Null after the last page; undefined before the first. */
  cursor: string | null | undefined
}

/** The single entries, newest first, page by page. */
export function SharedEntries({ report, grant }: { report: PublicReport; grant: string }) {
  const { t } = useTranslation()
  const { entries, cursor, error, isLoading, loadMore } = useEntries(grant)
  return (
    <Panel title={t('reports.chart.entries')}>
      {entries.length === 0 && error === undefined && <Skeleton rows={4} />}
      <ul>
        {entries.map((entry, index) => (
          <EntryRow key={index} entry={entry} zone={report.zone} />
        ))}
      </ul>
      {error !== undefined && (
        <LoadError message={errorMessage(error, t)} isRetrying={isLoading} onRetry={() => void loadMore()} />
      )}
      {typeof cursor === 'string' && error === undefined && (
        <div className="border-t border-line p-3 print:hidden">
          <Button variant="ghost" busy={isLoading} onClick={() => void loadMore()}>
            {t('reports.chart.moreEntries')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function useEntries(grant: string) {
  const [{ entries, cursor }, setLoaded] = useState<Loaded>({ entries: [], cursor: undefined })
  const [error, setError] = useState<unknown>()
  const [isLoading, setIsLoading] = useState(true)
  const load = useCallback(
    (from: string | undefined) =>
      call(publicReport.entries, { query: { grant, cursor: from } })
        .then((page) => {
          setLoaded(({ entries }) => ({ entries: [...(from ? entries : []), ...page.entries], cursor: page.cursor }))
          setError(undefined)
        })
        .catch(setError)
        .finally(() => setIsLoading(false)),
    [grant],
  )
  useEffect(() => void load(undefined), [load])
  const loadMore = () => {
    setIsLoading(true)
    return load(cursor ?? undefined)
  }
  return { entries, cursor, error, isLoading, loadMore }
}

function EntryRow({ entry, zone }: { entry: PublicEntry; zone: string }) {
  const { language } = useTranslation()
  const { clock } = currentFormats()
  const timeOf = (time: string) => formatTime(time, language, { clock, zone })
  const day = dateOf(Date.parse(entry.start), zone)
  const { project, client, task, tags, notes, milliseconds } = entry
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-t border-line px-5 py-2.5 first:border-t-0 sm:grid-cols-[11rem_1fr_auto]">
      <p className="text-caption text-ink-2 tabular-nums">
        {formatDate(day, language, { weekday: 'short', day: 'numeric', month: 'short' })}, {timeOf(entry.start)} –{' '}
        {timeOf(entry.end)}
      </p>
      <div className="grid min-w-0 gap-0.5 max-sm:col-span-2 max-sm:row-start-2">
        <p className="text-secondary wrap-anywhere">
          <span className="font-strong">{project}</span>
          {[client, task].filter(Boolean).map((name) => ` · ${name}`)}
        </p>
        {notes !== '' && <p className="text-secondary whitespace-pre-wrap text-ink-2 wrap-anywhere">{notes}</p>}
        {tags.length > 0 && <p className="text-caption text-ink-3">{tags.map((tag) => `#${tag}`).join(' ')}</p>}
      </div>
      <p className="text-secondary font-strong tabular-nums">
        <Duration milliseconds={milliseconds} />
      </p>
    </li>
  )
}
