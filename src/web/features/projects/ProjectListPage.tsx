import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Project } from '#contract/projects.ts'
import { useActivity } from '#web/features/activity/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { DeleteConsequences } from './DeleteConsequences.tsx'
import { CLIENT_COLUMN, ProjectRow, TASKS_COLUMN } from './ProjectRow.tsx'
import { projectList } from './queries.ts'
import { withClientNames } from './client-names.ts'
import { useSetStatus } from './useSetStatus.ts'

export function ProjectListPage() {
  const { t } = useTranslation()
  const setStatus = useSetStatus()
  const list = useQuery(projectList.query)
  const { data: clients } = useQuery(clientList.query)
  const activityOf = useActivity('project')
  const entries = useMemo(() => {
    const named = list.data && withClientNames(list.data, clients)
    return named?.map((project) => ({
      item: project,
      activity: activityOf(project.id),
      status: project.status,
      searchText: toSearchText(project.name, project.clientName),
    }))
  }, [list.data, clients, activityOf])

  const archiveInstead = (project: Project) =>
    project.status === 'active'
      ? { label: t('projects.list.archiveInstead'), onPress: () => setStatus(project, 'archived') }
      : undefined
  const { mutateAsync: remove } = projectList.useRemove({ showsError: true })
  const { mutate: restore } = projectList.useRestore()
  return (
    <ListPage
      resource="projects"
      entries={entries}
      loading={list}
      statuses={(['active', 'archived', 'all'] as const).map((value) => ({
        value,
        label: t(`projects.list.${value}`),
      }))}
      columns={[
        { heading: t('projects.form.client'), className: CLIENT_COLUMN },
        { heading: t('shell.page.tasks'), className: TASKS_COLUMN },
      ]}
      Row={ProjectRow}
      deletion={{ remove, restore, Consequences: DeleteConsequences, alternative: archiveInstead }}
    />
  )
}
