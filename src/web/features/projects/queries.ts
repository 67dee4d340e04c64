import { useQuery } from '@tanstack/react-query'
import { type Project, PROJECT_DEFAULTS, projects } from '#contract/projects.ts'
import { leastUsedColor } from '#core/color.ts'
import { orderByUse } from '#core/order-by-use.ts'
import { createResource } from '#web/resources/resource.ts'
import { ACTIVITY, useRecentIds } from '#web/features/activity/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { type Choice, useQuickCreate } from '#web/resources/form/useQuickCreate.ts'

export const projectList = createResource(projects, {
  name: 'projects',
  defaults: { ...PROJECT_DEFAULTS, openTasks: 0, user: '' },
  invalidates: [['clients'], ['tasks'], [ACTIVITY], ['initial-data']],
  invalidatesOnRemove: [['time-entries']],
  applyDeletions: (project, isGone) => (isGone('clients', project.client) ? { ...project, client: null } : project),
  failures: { create: 'projects.failed.create', update: 'projects.failed.update', remove: 'projects.failed.delete' },
})

/** Options of a `ComboBox`: the active projects and the selected one, ordered by use. It can also create one by name. */
export function useProjectOptions({ value, onChange }: Choice) {
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: clients = [] } = useQuery(clientList.query)
  const onCreate = useQuickCreate({
    create: projectList.useCreate(),
    remove: projectList.useRemove(),
    toDraft: (name) => ({ name, color: leastUsedColor(projects.map(({ color }) => color)) }),
    namespace: 'projects',
    onCreated: onChange,
    onUndone: (id) => id === value && onChange(undefined),
  })
  const usedIds = useRecentIds('project')
  const offered = projects.filter(({ id, status }) => status === 'active' || id === value)
  const clientName = (project: Project) => clients.find(({ id }) => id === project.client)?.name
  return {
    options: orderByUse(offered, usedIds).map((project) => ({
      id: project.id,
      label: project.name,
      color: project.color,
      hint: clientName(project),
    })),
    onCreate,
  }
}
