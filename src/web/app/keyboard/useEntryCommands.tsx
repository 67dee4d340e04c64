import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { isDefaultNote } from '#core/time-entries/default-note.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { entriesQuery } from '#web/features/time-entries/queries.ts'
import { useTimerService } from '#web/features/timer/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import type { Command } from './find-commands.ts'
import { ICON } from './icon.ts'
import { startWork } from './start-work.ts'

const MIN_SEARCH_LENGTH = 2
const MAX_ENTRIES = 5

/** Starts the timer on the work of recent time entries, which the server searches. */
export function useEntryCommands(search: string): Command[] {
  const { t, language } = useTranslation()
  const timer = useTimerService()
  const navigate = useNavigate()
  const isSearching = search.length >= MIN_SEARCH_LENGTH
  const { data } = useInfiniteQuery({ ...entriesQuery({ search }), enabled: isSearching })
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: tasks = [] } = useQuery(taskList.query)
  if (!isSearching || data === undefined) return []
  const nameOf = (items: readonly { id: string; name: string }[], id: string | null) =>
    items.find((item) => item.id === id)?.name

  return latestOfEachWork(data.pages[0]?.entries ?? []).map((entry) => {
    const { id, project, task, tags, startTime } = entry
    const notes = ownNote(entry)
    const day = dateOf(Date.parse(startTime), currentZone())
    const names = [notes, nameOf(tasks, task), nameOf(projects, project)].filter(Boolean)
    return {
      id: `entry ${id}`,
      group: 'entries',
      label: t('keyboard.palette.again', { name: names[0] ?? '' }),
      hint: [...names.slice(1), formatDate(day, language, SHORT_DATE)].join(' · '),
      // The server also finds entries by tags and clients, which are not shown.
      keywords: search,
      icon: <History {...ICON} />,
      run: () => void startWork(timer, { projectId: project, taskId: task, notes, tags }),
      open: () => void navigate({ to: '/time-entries', search: { from: day, to: day } }),
    }
  })
}

/** The number of another session is no detail of the work. */
const ownNote = ({ notes }: TimeEntry) => (isDefaultNote(notes) ? '' : notes)

/** Entries on the same work are offered once. */
function latestOfEachWork(entries: readonly TimeEntry[]) {
  const latest = new Map<string, TimeEntry>()
  for (const entry of entries) {
    const work = JSON.stringify([entry.project, entry.task, ownNote(entry), entry.tags])
    if (!latest.has(work)) latest.set(work, entry)
  }
  return [...latest.values()].slice(0, MAX_ENTRIES)
}
