import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'

interface Named {
  id: string
  name: string
  color?: string
}

/** Looks up projects, tasks and tags by the ids in entries. */
export function useNameLookup() {
  const { data: projects } = useQuery(projectList.query)
  const { data: tasks } = useQuery(taskList.query)
  const { data: tags } = useQuery(tagList.query)
  return useMemo(() => {
    const [projectOf, taskOf, tagOf] = [byId(projects), byId(tasks), byId(tags)]
    return {
      project: (id: string) => projectOf.get(id),
      task: (id: string | null) => (id === null ? undefined : taskOf.get(id)),
      tags: (ids: readonly string[]) => ids.flatMap((id) => tagOf.get(id) ?? []),
    }
  }, [projects, tasks, tags])
}

export type NameLookup = ReturnType<typeof useNameLookup>

const byId = <Item extends Named>(items: readonly Item[] = []) => new Map(items.map((item) => [item.id, item]))
