import { useQuery } from '@tanstack/react-query'
import { type Project, projects } from '#contract/projects.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DeleteDialog } from '#web/resources/list/DeleteDialog.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { projectList } from './queries.ts'
import { useSetStatus } from './useSetStatus.ts'

export function DeleteProject({ project, onClose }: { project: Project | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = projectList.useRemove({ showsError: true })
  const setStatus = useSetStatus()
  return (
    <DeleteDialog
      resource="projects"
      item={project}
      onClose={onClose}
      Consequences={DeleteConsequences}
      remove={remove.mutateAsync}
      alternative={(project) =>
        project.status === 'active'
          ? { label: t('projects.list.archiveInstead'), onPress: () => setStatus(project, 'archived') }
          : undefined
      }
    />
  )
}

function DeleteConsequences({ item: { id } }: { item: Project }) {
  const { t, language } = useTranslation()
  const { data: contents } = useQuery({
    queryKey: ['contents', id],
    queryFn: () => call(projects.contents, { params: { id } }),
    staleTime: 0,
  })
  if (contents === undefined) return t('projects.list.takesAll')
  if (contents.tasks === 0 && contents.timeEntries === 0) return t('projects.list.takesNothing')
  return t('projects.list.takes', {
    tasks: t('projects.list.tasks', { count: contents.tasks }),
    entries: t('list.entries', { count: contents.timeEntries }),
    time: formatDuration(contents.milliseconds, language),
  })
}
