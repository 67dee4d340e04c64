import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '#contract/tasks.ts'
import { lastPosition, moveItem, type PlanItem, planOf } from '#core/tasks/day-plan.ts'
import { startOfDay } from '#core/time/time-zone.ts'
import { progressQuery, taskList } from '#web/features/tasks/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'

export type TaskItem = PlanItem<Task>

/** The tasks of today in their order, and what the user can do with them. */
export function useDayPlan() {
  const { t } = useTranslation()
  const { data: tasks } = useQuery(taskList.query)
  const { data: progress } = useQuery(progressQuery)
  const { mutate } = taskList.useUpdate()
  const dayStart = useTimer(({ now }) => startOfDay(now, currentZone()))
  const items = useMemo(() => {
    const progressOf = (id: string) => {
      const work = progress?.get(id)
      if (work === undefined) return undefined
      const { plannedSessions: sessions, lastPlannedAt } = work
      return { sessions, lastEndedAt: lastPlannedAt === null ? null : Date.parse(lastPlannedAt) }
    }
    return planOf(tasks ?? [], progressOf, dayStart)
  }, [tasks, progress, dayStart])

  const setPlan = (id: string, planned: Task['planned']) => mutate({ id, change: { planned } })
  const placed = items.map(({ task: { id, planned } }) => ({ id, position: planned!.position }))

  return {
    items,
    next: items.find(({ isDone }) => !isDone),
    /** Adds a task as the last one, with the sessions that its estimate leaves, or with one. */
    add(id: string, sessions = 1) {
      const position = lastPosition(placed.map(({ position }) => position))
      setPlan(id, { sessions, position, since: new Date().toISOString() })
    },
    remove({ task: { id, name, planned } }: TaskItem) {
      setPlan(id, null)
      toast.show(t('plan.removed', { name }), { undo: () => setPlan(id, planned) })
    },
    move(from: number, to: number) {
      for (const { id, position } of moveItem(placed, from, to)) {
        const planned = items.find(({ task }) => task.id === id)?.task.planned
        if (planned) setPlan(id, { ...planned, position })
      }
    },
    setSessions: ({ task: { id, planned } }: TaskItem, sessions: number) =>
      planned && setPlan(id, { ...planned, sessions }),
    setCompleted({ task: { id, name, status: before } }: TaskItem, isCompleted: boolean) {
      const status = isCompleted ? 'completed' : 'pending'
      mutate({ id, change: { status } })
      const text = t('tasks.list.wasMoved', { name, status: t(`tasks.list.${status}`) })
      toast.show(text, { undo: () => mutate({ id, change: { status: before } }) })
    },
  }
}

export type DayPlanState = ReturnType<typeof useDayPlan>
