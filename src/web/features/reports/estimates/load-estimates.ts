import type { QueryClient } from '@tanstack/react-query'
import { estimatesQuery, type ReportQuery } from '#web/features/reports/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import type { EstimatesPanel } from './EstimatesPanel.tsx'

type Panel = typeof EstimatesPanel

let loaded: Panel | undefined

export async function loadEstimatesPanel(): Promise<Panel> {
  const module = await import('./EstimatesPanel.tsx')
  loaded = module.EstimatesPanel
  return module.EstimatesPanel
}

/** The panel if its code is here, which renders at once. React shows a lazy component only some moments later. */
export const findLoadedPanel = () => loaded

/** Loads what a printed report shows of estimates, which may be below the visible part of the page. */
export async function loadEstimates(client: QueryClient, query: ReportQuery) {
  const tasks = await client.ensureQueryData(taskList.query)
  if (!tasks.some(({ estimate }) => estimate !== null)) return
  await Promise.all([loadEstimatesPanel(), client.ensureQueryData(estimatesQuery(query))])
}
