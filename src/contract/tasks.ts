import * as z from 'zod/mini'
import { MAX_PLANNED_SESSIONS } from '#core/tasks/day-plan.ts'
import { ESTIMATE_UNITS, MAX_ESTIMATE } from '#core/tasks/estimate.ts'
import { MAX_TIME, MIN_TIME } from '#core/time-entries/worked-time.ts'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { IdParams, Description, Id, integerBetween, messageKey, name, NewId, Time } from './fields.ts'
import { wireTime } from './input/wire-time.ts'

const TaskStatus = z.enum(['pending', 'inProgress', 'completed'])
type TaskStatus = z.infer<typeof TaskStatus>

/** The status in a request, where `in-progress` is another spelling of `inProgress`. */
const WrittenStatus = z.pipe(
  z.enum([...TaskStatus.options, 'in-progress']),
  z.transform((status): TaskStatus => (status === 'in-progress' ? 'inProgress' : status)),
) as unknown as z.ZodMiniType<TaskStatus, TaskStatus>

/** The expected work: a number of focus sessions, or minutes. */
export const Estimate = z.object({
  unit: z.enum(ESTIMATE_UNITS, messageKey('invalidValue')),
  amount: integerBetween(1, MAX_ESTIMATE),
})

/** The place of a task in the plan of the day. It stays there until its sessions are done, also on the next days. */
const TaskPlan = z.object({
  sessions: integerBetween(1, MAX_PLANNED_SESSIONS),
  /** Tasks with a lower position come first. */
  position: integerBetween(0, Number.MAX_SAFE_INTEGER),
  /** When the task was planned. Sessions count from then. */
  since: Time,
})

/** The same in a request. */
const WrittenPlan = z.extend(TaskPlan, { since: wireTime<string>(MIN_TIME, MAX_TIME) })

const Task = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  project: Id,
  status: TaskStatus,
  estimate: z.nullable(Estimate),
  planned: z.nullable(TaskPlan),
  createdAt: Time,
  updatedAt: Time,
})
export type Task = z.infer<typeof Task>

export const TaskDraft = z.object({
  id: NewId,
  name: name(),
  description: z._default(Description, ''),
  project: Id,
  status: z._default(WrittenStatus, 'pending'),
  estimate: z._default(z.nullable(Estimate), null),
  planned: z._default(z.nullable(WrittenPlan), null),
})
export type TaskDraft = z.infer<typeof TaskDraft>

/** Omitted fields stay unchanged. */
export const TaskChange = z.object({
  name: z.optional(name()),
  description: z.optional(Description),
  project: z.optional(Id),
  status: z.optional(WrittenStatus),
  /** Null removes the estimate. */
  estimate: z.optional(z.nullable(Estimate)),
  /** Null takes the task out of the plan. */
  planned: z.optional(z.nullable(WrittenPlan)),
})
export type TaskChange = z.infer<typeof TaskChange>

const crud = crudEndpoints(
  '/tasks',
  [Task, TaskDraft, TaskChange],
  {
    list: 'All tasks, or those of one project, by name',
    read: 'One task',
    create: 'Creates a task in a project',
    update: 'Changes a task; if it moves to another project, its time entries move too',
    remove: 'Deletes a task; its time entries stay, without a task',
  },
  'catalogue',
)

const TaskProgress = z.object({
  task: Id,
  milliseconds: z.number(),
  /** Focus sessions that reached their planned end. */
  sessions: z.number(),
  /** Of them, those that have ended since the task was planned for the day; 0 if it is not. */
  plannedSessions: z.number(),
  /** The end of the last of these. */
  lastPlannedAt: z.nullable(Time),
})
export type TaskProgress = z.infer<typeof TaskProgress>

export const tasks = {
  ...crud,
  list: { ...crud.list, query: z.object({ projectId: z.optional(Id) }) },
  contents: {
    method: 'GET',
    path: '/tasks/:id/contents',
    summary: 'The number and time of the entries that would lose their task if it were deleted',
    scopes: ['read', 'catalogue'],
    params: IdParams,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
  progress: {
    method: 'GET',
    path: '/task-progress',
    summary: 'The work done on each task that has an estimate or is planned for the day, if there is any',
    scopes: ['read', 'catalogue'],
    reply: z.array(TaskProgress),
  },
} as const satisfies Record<string, Endpoint>
