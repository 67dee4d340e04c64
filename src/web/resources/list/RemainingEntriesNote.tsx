import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'

interface RemainingEntriesNoteProps {
  resource: 'tasks' | 'tags'
  id: string
  read: () => Promise<{ timeEntries: number; milliseconds: number }>
}

/** Says how many entries and how much time stay when a task or tag is deleted, once the numbers are loaded. */
export function RemainingEntriesNote({ resource, id, read }: RemainingEntriesNoteProps) {
  const { t, language } = useTranslation()
  const { data } = useQuery({ queryKey: ['contents', id], queryFn: read, staleTime: 0 })
  if (data === undefined) return t(`${resource}.list.leavesAll`)
  if (data.timeEntries === 0) return t(`${resource}.list.leavesNothing`)
  return t(`${resource}.list.leaves`, {
    entries: t('list.entries', { count: data.timeEntries }),
    time: formatDuration(data.milliseconds, language),
  })
}
