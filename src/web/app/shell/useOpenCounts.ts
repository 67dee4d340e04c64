import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '#contract/clients.ts'
import type { Project } from '#contract/projects.ts'
import type { Task } from '#contract/tasks.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'

const countActive = (projects: readonly Project[]) => projects.filter(({ status }) => status === 'active').length
const countAll = (clients: readonly Client[]) => clients.length
const countOpen = (tasks: readonly Task[]) => tasks.filter(({ status }) => status !== 'completed').length

/** Active projects, clients and open tasks, by the path of their page. Undefined until their lists have been loaded. */
export function useOpenCounts(): Record<string, number | undefined> {
  const client = useQueryClient()
  // The initial data contain the projects.
  useEffect(() => {
    void client.prefetchQuery({ ...clientList.query, staleTime: Infinity })
    void client.prefetchQuery({ ...taskList.query, staleTime: Infinity })
  }, [client])
  // The pages decide when a list is refetched.
  const projects = useQuery({ ...projectList.query, select: countActive, enabled: false })
  const clients = useQuery({ ...clientList.query, select: countAll, enabled: false })
  const tasks = useQuery({ ...taskList.query, select: countOpen, enabled: false })
  return { '/projects': projects.data, '/clients': clients.data, '/tasks': tasks.data }
}
