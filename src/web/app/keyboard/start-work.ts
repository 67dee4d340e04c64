import { switchTo } from '#web/features/dashboard/queries.ts'
import type { Timer } from '#web/features/timer/queries.ts'

interface Work {
  projectId: string
  taskId?: string | null
  notes?: string
  tags?: string[]
}

/** Starts a run on some work, or switches to it. */
export const startWork = (timer: Timer, { projectId, taskId = null, notes = '', tags = [] }: Work) =>
  switchTo(timer, { subject: { projectId, taskId, notes, tags } })
