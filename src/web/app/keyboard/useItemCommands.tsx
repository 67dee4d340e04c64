import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { useMemo } from 'react'
import { byName } from '#core/text/by-name.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import type { Command } from './find-commands.ts'
import { ICON } from './icon.ts'
import { startWork } from './start-work.ts'

/** Starts the timer on an active project, or switches the active run to it. */
export function useProjectCommands(): Command[] {
  const { t } = useTranslation()
  const timer = useTimerService()
  const navigate = useNavigate()
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: clients = [] } = useQuery(clientList.query)
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const present = useTimer(({ selection }) => selection.projectId)
  const labelKey = isActive ? 'keyboard.palette.changeTo' : 'keyboard.palette.startOn'
  return projects
    .filter(({ id, status }) => status === 'active' && !(isActive && id === present))
    .toSorted(byName)
    .map(({ id, name, color, client }) => ({
      id: `project ${id}`,
      group: 'projects',
      label: t(labelKey, { name }),
      hint: clients.find((one) => one.id === client)?.name,
      icon: <ColorDot color={color} className="mx-1" />,
      run: () => void startWork(timer, { projectId: id }),
      open: () => void navigate({ to: '/projects/$id', params: { id } }),
    }))
}

/** The same for open tasks. There may be thousands of them, so the commands are kept while the user types. */
export function useTaskCommands(): Command[] {
  const { t } = useTranslation()
  const timer = useTimerService()
  const navigate = useNavigate()
  const { data: projects } = useQuery(projectList.query)
  const { data: tasks } = useQuery(taskList.query)
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  return useMemo(() => {
    const active = new Map(
      projects?.filter(({ status }) => status === 'active').map((project) => [project.id, project]),
    )
    const labelKey = isActive ? 'keyboard.palette.changeTo' : 'keyboard.palette.startOn'
    return (tasks ?? []).flatMap(({ id, name, status, project: projectId }): Command[] => {
      const project = active.get(projectId)
      if (project === undefined || status === 'completed') return []
      return [
        {
          id: `task ${id}`,
          group: 'tasks',
          label: t(labelKey, { name }),
          hint: project.name,
          icon: <ColorDot color={project.color} className="mx-1" />,
          run: () => void startWork(timer, { projectId, taskId: id }),
          open: () => void navigate({ to: '/tasks/$id', params: { id } }),
        },
      ]
    })
  }, [projects, tasks, isActive, t, timer, navigate])
}

/** Opens a client or a tag. */
export function useOpenCommands(): Command[] {
  const navigate = useNavigate()
  const { data: clients = [] } = useQuery(clientList.query)
  const { data: tags = [] } = useQuery(tagList.query)
  return [
    ...clients.toSorted(byName).map(({ id, name, color }): Command => ({
      id: `client ${id}`,
      group: 'clients',
      label: name,
      icon: <ColorDot color={color} className="mx-1" />,
      run: () => void navigate({ to: '/clients/$id', params: { id } }),
    })),
    ...tags.toSorted(byName).map(({ id, name }): Command => ({
      id: `tag ${id}`,
      group: 'tags',
      label: name,
      icon: <Tags {...ICON} />,
      run: () => void navigate({ to: '/tags/$id', params: { id } }),
    })),
  ]
}
