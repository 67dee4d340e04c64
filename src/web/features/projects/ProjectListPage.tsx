import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { activityQuery } from '#web/features/activity/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { type ListEntry, toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { ActivityHeadings } from '#web/resources/list/ListRow.tsx'
import { DeleteProject } from './DeleteProject.tsx'
import { ProjectRow } from './ProjectRow.tsx'
import { projectList } from './queries.ts'

export function ProjectListPage() {
  const { t } = useTranslation()
  const { data: projects, error, isFetching, refetch } = useQuery(projectList.query)
  const { data: clients } = useQuery(clientList.query)
  const { data: activity } = useQuery(activityQuery('project'))
  const [deleting, setDeleting] = useState<Project>()

  const clientNames = useMemo(() => new Map(clients?.map(({ id, name }) => [id, name])), [clients])
  const entries = useMemo(
    () =>
      projects?.map((project) => ({
        item: project,
        monthMs: activity?.get(project.id)?.month ?? 0,
        status: project.status,
        searchText: toSearchText(project.name, clientNames.get(project.client ?? '')),
      })),
    [projects, clientNames, activity],
  )
  const renderRow = useCallback(
    ({ item }: ListEntry<Project>) => (
      <ProjectRow
        project={item}
        client={clientNames.get(item.client ?? '')}
        activity={activity?.get(item.id)}
        isActivityKnown={activity !== undefined}
        onDelete={setDeleting}
      />
    ),
    [clientNames, activity],
  )

  return (
    <>
      <ListPage
        resource="projects"
        entries={entries}
        loading={{ error, isFetching, refetch }}
        statuses={[
          { value: 'active', label: t('projects.list.active') },
          { value: 'archived', label: t('projects.list.archived') },
          { value: 'all', label: t('projects.list.all') },
        ]}
        headings={<ActivityHeadings />}
        renderRow={renderRow}
        onDelete={setDeleting}
      />
      <DeleteProject project={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}
