import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'

interface RemainingEntriesNoteProps {
  resource: 'tasks' | 'tags'
  id: string
  read: () => Promise<{ timeEntries: number; milliseconds: number }>
}

/** What stays when a task or a tag is deleted: in figures once they are known. */
export function RemainingEntriesNote({ resource: area, id, read }: RemainingEntriesNoteProps) {
  const { t, language } = useTranslation()
  const { data } = useQuery({ queryKey: ['contents', id], queryFn: read, staleTime: 0 })
  if (data === undefined) return t(`${area}.list.leavesAll`)
  if (data.timeEntries === 0) return t(`${area}.list.leavesNothing`)
  return t(`${area}.list.leaves`, {
    entries: t('list.entries', { count: data.timeEntries }),
    time: formatDuration(data.milliseconds, language),
  })
}
