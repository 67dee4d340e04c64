import * as z from 'zod/mini'
import { ESTIMATE_UNITS, MAX_ESTIMATE } from '#core/tasks/estimate.ts'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { IdParams, Description, Id, integerBetween, messageKey, name, NewId, Time } from './fields.ts'

const TaskStatus = z.enum(['pending', 'inProgress', 'completed'])
type TaskStatus = z.infer<typeof TaskStatus>

/** The status in a request, where `in-progress` is another spelling of `inProgress`. */
const WrittenStatus = z.pipe(
  z.enum([...TaskStatus.options, 'in-progress']),
  z.transform((status): TaskStatus => (status === 'in-progress' ? 'inProgress' : status)),
) as unknown as z.ZodMiniType<TaskStatus, TaskStatus>

/** The expected work: a number of focus sessions, or minutes. */
const Estimate = z.object({
  unit: z.enum(ESTIMATE_UNITS, messageKey('invalidValue')),
  amount: integerBetween(1, MAX_ESTIMATE),
})

const Task = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  project: Id,
  status: TaskStatus,
  estimate: z.nullable(Estimate),
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
})
export type TaskChange = z.infer<typeof TaskChange>

const crud = crudEndpoints('/tasks', [Task, TaskDraft, TaskChange], {
  list: 'All tasks, or those of one project, by name',
  read: 'One task',
  create: 'Creates a task in a project',
  update: 'Changes a task; if it moves to another project, its time entries move too',
  remove: 'Deletes a task; its time entries stay, without a task',
})

const TaskProgress = z.object({
  task: Id,
  milliseconds: z.number(),
  /** Focus sessions that reached their planned end. */
  sessions: z.number(),
})
export type TaskProgress = z.infer<typeof TaskProgress>

export const tasks = {
  ...crud,
  list: { ...crud.list, query: z.object({ projectId: z.optional(Id) }) },
  contents: {
    method: 'GET',
    path: '/tasks/:id/contents',
    summary: 'The number and time of the entries that would lose their task if it were deleted',
    params: IdParams,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
  progress: {
    method: 'GET',
    path: '/task-progress',
    summary: 'The work done on each task that has an estimate; tasks without any are left out',
    reply: z.array(TaskProgress),
  },
} as const satisfies Record<string, Endpoint>
