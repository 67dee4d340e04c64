import type { QueryClient } from '@tanstack/react-query'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'

/** What is worked on may have been made elsewhere: a list that does not have it is read again, once for each thing. */
export function refetchMissingReferences(client: QueryClient) {
  const sought = new Set<string>()

  function seek({ query: { queryKey } }: typeof projectList | typeof taskList | typeof tagList, id: string | null) {
    const items = client.getQueryData<{ id: string }[]>(queryKey)
    if (id === null || items === undefined || sought.has(id) || items.some((item) => item.id === id)) return
    sought.add(id)
    void client.invalidateQueries({ queryKey, refetchType: 'all' })
  }

  function seekAll({ projectId, taskId, tags } = readTimer().selection) {
    seek(projectList, projectId)
    seek(taskList, taskId)
    for (const tag of tags) seek(tagList, tag)
  }

  onTimerChange(({ selection }, before) => selection !== before.selection && seekAll(selection))
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') seekAll()
  })
}
