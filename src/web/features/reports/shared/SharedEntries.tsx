import type { PublicEntry } from '#contract/integrations/shared-reports.ts'
import { dateOf } from '#core/time/time-zone.ts'
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
import styles from './shared-entries.module.css'
import type { SharedEntriesState } from './useSharedEntries.ts'

/** The single entries by day, the newest first. */
export function SharedEntries({ entries: state, zone }: { entries: SharedEntriesState; zone: string }) {
  const { t } = useTranslation()
  const { entries, cursor, error, isLoading, loadMore } = state
  return (
    <Panel title={t('reports.shared.entries')} className="print:[break-inside:auto]!">
      {entries.length === 0 && error === undefined && <Skeleton rows={4} />}
      {groupByDay(entries, zone).map(({ day, entries }) => (
        <Day key={day} day={day} entries={entries} zone={zone} />
      ))}
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

interface DayOfEntries {
  day: string
  entries: PublicEntry[]
}

/** The entries are in the order of their start, so those of a day are neighbours. */
function groupByDay(entries: readonly PublicEntry[], zone: string) {
  const days: DayOfEntries[] = []
  for (const entry of entries) {
    const day = dateOf(Date.parse(entry.start), zone)
    if (days.at(-1)?.day === day) days.at(-1)?.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

function Day({ day, entries, zone }: DayOfEntries & { zone: string }) {
  const { language } = useTranslation()
  const title = formatDate(day, language, DAY)
  return (
    <div className={styles['day']}>
      <h3 className="px-5 pt-3.5 pb-1 text-caption font-strong text-ink-2">{title}</h3>
      <ul aria-label={title} className="pb-2">
        {entries.map((entry, index) => (
          <EntryRow key={index} entry={entry} zone={zone} />
        ))}
      </ul>
    </div>
  )
}

function EntryRow({ entry, zone }: { entry: PublicEntry; zone: string }) {
  const { language } = useTranslation()
  const { clock } = currentFormats()
  const timeOf = (time: string) => formatTime(time, language, { clock, zone })
  const { project, client, task, tags, notes, milliseconds } = entry
  return (
    <li className={styles['entry']}>
      <p className="text-secondary text-ink-2 tabular-nums">
        {timeOf(entry.start)} – {timeOf(entry.end)}
      </p>
      <div className={styles['subject']}>
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
