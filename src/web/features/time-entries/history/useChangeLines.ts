import { useQuery } from '@tanstack/react-query'
import type { ChangedFields, EntryChange } from '#contract/time-entries.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'

/** One changed field as text. */
interface ChangeLine {
  field: string
  before: string
  after: string
}

/** Returns a function that describes each changed field of a change. */
export function useChangeLines(): (change: EntryChange) => ChangeLine[] {
  const { t, language } = useTranslation()
  const nameOf = useNames()
  const none = t('entries.history.none')
  const timeOf = ({ startTime, endTime, duration }: ChangedFields) =>
    startTime === undefined || endTime === undefined
      ? none
      : `${formatDate(dateOf(Date.parse(startTime), currentZone()), language, SHORT_DATE)}, ${formatTime(startTime, language)} – ${formatTime(endTime, language)} (${formatDuration(duration ?? 0, language)})`

  const fields: [label: string, name: keyof ChangedFields, toText: (values: ChangedFields) => string][] = [
    [t('entries.form.project'), 'project', ({ project }) => nameOf(project)],
    [t('entries.form.task'), 'task', ({ task }) => (task ? nameOf(task) : none)],
    [t('entries.history.time'), 'startTime', timeOf],
    [t('entries.form.tags'), 'tags', ({ tags = [] }) => tags.map(nameOf).join(', ') || none],
    [t('entries.form.notes'), 'notes', ({ notes }) => notes || none],
  ]
  return ({ before, after }) =>
    fields
      .filter(([, name]) => name in before)
      .map(([field, , toText]) => ({ field, before: toText(before), after: toText(after) }))
      // A project and its task are stored together, although only one of them may have changed.
      .filter((line) => line.before !== line.after)
}

/** Names of projects, tasks and tags by their ids, with a fallback for deleted ones. */
function useNames() {
  const { t } = useTranslation()
  const projects = useQuery(projectList.query).data ?? []
  const tasks = useQuery(taskList.query).data ?? []
  const tags = useQuery(tagList.query).data ?? []
  const names = new Map([...projects, ...tasks, ...tags].map(({ id, name }) => [id, name]))
  return (id: string | undefined) => names.get(id ?? '') ?? t('entries.history.gone')
}
