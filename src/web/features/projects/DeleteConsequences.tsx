import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { contentsQuery } from './contents.ts'
import { projectList } from './queries.ts'

/** Says what is deleted with a project, once the numbers are loaded. */
export function DeleteConsequences({ item: { id } }: { item: Project }) {
  const { t, language } = useTranslation()
  const { data: projects } = useQuery(projectList.query)
  // While the dialog closes, the project has gone, and a request for it would fail.
  const isThere = projects?.some((project) => project.id === id) ?? false
  const { data: contents } = useQuery({ ...contentsQuery(id), staleTime: 0, enabled: isThere })
  if (contents === undefined) return t('projects.list.takesAll')
  if (contents.tasks === 0 && contents.timeEntries === 0) return t('projects.list.takesNothing')
  return t('projects.list.takes', {
    tasks: t('projects.list.tasks', { count: contents.tasks }),
    entries: t('list.entries', { count: contents.timeEntries }),
    time: formatDuration(contents.milliseconds, language),
  })
}
