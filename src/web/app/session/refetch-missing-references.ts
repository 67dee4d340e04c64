import type { QueryClient } from '@tanstack/react-query'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import type { Timer } from '#web/features/timer/queries.ts'

/** Refetches a list that lacks a selected item, which another device may have created; once for each item. */
export function refetchMissingReferences(client: QueryClient, { store }: Timer) {
  const requested = new Set<string>()

  function refetchIfMissing(
    { query: { queryKey } }: typeof projectList | typeof taskList | typeof tagList,
    id: string | null,
  ) {
    const items = client.getQueryData<{ id: string }[]>(queryKey)
    if (id === null || items === undefined || requested.has(id) || items.some((item) => item.id === id)) return
    requested.add(id)
    void client.invalidateQueries({ queryKey, refetchType: 'all' })
  }

  function refetchMissing({ projectId, taskId, tags } = store.getState().selection) {
    refetchIfMissing(projectList, projectId)
    refetchIfMissing(taskList, taskId)
    for (const tag of tags) refetchIfMissing(tagList, tag)
  }

  store.subscribe(({ selection }, before) => selection !== before.selection && refetchMissing(selection))
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') refetchMissing()
  })
}
