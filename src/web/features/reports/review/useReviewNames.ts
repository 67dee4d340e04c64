import { useMemo } from 'react'
import { useGroupLabels } from '#web/features/reports/labels/useGroupLabels.ts'

/** The names and colours of projects, and the names of tasks. */
export function useReviewNames(today: string) {
  const getGroupLabel = useGroupLabels(today)
  return useMemo(
    () => ({
      projectOf: (id: string | null) => getGroupLabel('project', id),
      taskOf: (id: string | null) => getGroupLabel('task', id).name,
    }),
    [getGroupLabel],
  )
}

export type ReviewNames = ReturnType<typeof useReviewNames>
