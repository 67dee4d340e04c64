import type { QueryClient } from '@tanstack/react-query'
import { estimatesQuery, type ReportQuery } from '#web/features/reports/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'

export const loadEstimatesPanel = () => import('./EstimatesPanel.tsx')

/** Loads what a printed report shows of estimates, which may be below the visible part of the page. */
export async function loadEstimates(client: QueryClient, query: ReportQuery) {
  const tasks = client.getQueryData(taskList.query.queryKey)
  if (!tasks?.some(({ estimate }) => estimate !== null)) return
  await Promise.all([loadEstimatesPanel(), client.ensureQueryData(estimatesQuery(query))])
}
