/** A task's place in the plan of the day. It stays there until its sessions are done, also on the next days. */
export interface TaskPlan {
  sessions: number
  /** Tasks with a lower position come first. */
  position: number
  /** When the task was planned, as ISO 8601. Sessions count from then. */
  since: string
}

export const MAX_PLANNED_SESSIONS = 20

interface PlannableTask {
  id: string
  status: 'pending' | 'inProgress' | 'completed'
  planned: TaskPlan | null
  updatedAt: string
}

/** The completed focus sessions of a task since it was planned. */
export interface PlanProgress {
  sessions: number
  /** The end of the last one. */
  lastEndedAt: number | null
}

export interface PlanItem<Task> {
  task: Task
  sessions: number
  done: number
  isDone: boolean
  /** It was planned on an earlier day. */
  isCarriedOver: boolean
}

/**
 * The plan of the day in its order. What was not done on earlier days is still there; what was done on earlier days is
 * not.
 */
export function planOf<Task extends PlannableTask>(
  tasks: readonly Task[],
  progressOf: (id: string) => PlanProgress | undefined,
  dayStart: number,
): PlanItem<Task>[] {
  return tasks
    .flatMap((task) => {
      if (task.planned === null) return []
      const { sessions: done, lastEndedAt } = progressOf(task.id) ?? { sessions: 0, lastEndedAt: null }
      const { sessions, since, position } = task.planned
      const isCompleted = task.status === 'completed'
      const isDone = isCompleted || done >= sessions
      const doneAt = isCompleted ? Date.parse(task.updatedAt) : (lastEndedAt ?? 0)
      if (isDone && doneAt < dayStart) return []
      return [{ task, sessions, done, isDone, isCarriedOver: Date.parse(since) < dayStart, position }]
    })
    .toSorted((a, b) => a.position - b.position || (a.task.id < b.task.id ? -1 : 1))
    .map(({ position: _position, ...item }) => item)
}

/** Room for tasks that are moved between two others. */
const GAP = 2 ** 32

export interface Placed {
  id: string
  position: number
}

/** The position behind all others. */
export const lastPosition = (positions: readonly number[]) => Math.max(0, ...positions) + GAP

/** The new positions that move an item to another index. It is one, unless there is no room between its neighbours. */
export function moveItem(items: readonly Placed[], from: number, to: number): Placed[] {
  const moved = items[from]
  if (moved === undefined || from === to) return []
  const order = items.toSpliced(from, 1).toSpliced(to, 0, moved)
  const [before, after] = [order[to - 1]?.position ?? 0, order[to + 1]?.position]
  const position = after === undefined ? before + GAP : Math.floor((before + after) / 2)
  if (position > before && (after === undefined || position < after)) return [{ id: moved.id, position }]
  return order.map(({ id }, index) => ({ id, position: (index + 1) * GAP }))
}
