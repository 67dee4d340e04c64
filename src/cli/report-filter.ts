import type { readFilters } from './filters.ts'

interface Period {
  from: string
  to: string
}

/** The filter of a report in the form of its query, where lists are separated by commas. */
export function toReportFilter({ from, to }: Period, filters: ReturnType<typeof readFilters>, zone: string) {
  const { projectId, taskId, tagIds, search } = filters
  return {
    from,
    to,
    zone,
    ...(projectId !== undefined && { projects: projectId }),
    ...(taskId !== undefined && { tasks: taskId }),
    ...(tagIds.length > 0 && { tags: tagIds.join(','), tagMatch: 'all' as const }),
    ...(search !== undefined && { search }),
  }
}
