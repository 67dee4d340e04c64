import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '#contract/projects.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { entriesQuery } from '#web/features/time-entries/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './project-page.module.css'

const MAX_ROWS = 8

export function LatestEntries({ project: { id } }: { project: Project }) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(entriesQuery({ projectId: id }))
  const entries = data?.pages[0]?.entries.slice(0, MAX_ROWS)
  return (
    <Panel
      title={t('projectPage.latest')}
      aside={
        <Link to="/time-entries" search={{ project: id }} className="font-medium text-accent-ink hover:underline">
          {t('projectPage.allEntries')}
        </Link>
      }
    >
      {entries === undefined && <Skeleton rows={4} />}
      {entries?.length === 0 && <p className="px-5 pb-4 text-secondary text-ink-2">{t('projectPage.noEntries')}</p>}
      <ul aria-label={t('projectPage.latest')} className="pb-2 empty:hidden">
        {entries?.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
    </Panel>
  )
}

function EntryItem({ entry: { startTime, endTime, task, notes, duration } }: { entry: TimeEntry }) {
  const { t, language } = useTranslation()
  const { data: tasks } = useQuery(taskList.query)
  const date = dateOf(Date.parse(startTime), currentZone())
  const end = endTime === null ? t('overview.now') : formatTime(endTime, language)
  const details = [tasks?.find(({ id }) => id === task)?.name, notes].filter(Boolean).join(' · ')
  return (
    <li className={`${styles['entry']} border-t border-line px-5 py-2.5 text-secondary first:border-t-0`}>
      <span className="text-ink-2 tabular-nums">
        {formatDate(date, language, { weekday: 'short', day: 'numeric', month: 'short' })},{' '}
        {formatTime(startTime, language)} – {end}
      </span>
      <span className="truncate empty:hidden">{details}</span>
      <span className="text-right font-strong">
        <Duration milliseconds={duration} />
      </span>
    </li>
  )
}
