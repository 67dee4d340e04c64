import { useQuery } from '@tanstack/react-query'
import type { Task } from '#contract/tasks.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { loadPlanTexts } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'

const hasPlannedTask = (tasks: readonly Task[]) => tasks.some(({ planned }) => planned)

/** Whether any task is planned. Who plans nothing loads none of the code below. */
export const useHasPlan = () => useQuery({ ...taskList.query, select: hasPlannedTask }).data ?? false

const load = async () => (await Promise.all([import('./plan-parts.ts'), loadPlanTexts()]))[0]

export const loadPlanPicker = load
export const PlanPicker = lazyComponent(async () => ({ default: (await load()).PlanPicker }))
export const DayPlan = lazyComponent(async () => ({ default: (await load()).DayPlan }))
export const NextInPlan = lazyComponent(async () => ({ default: (await load()).NextInPlan }))
