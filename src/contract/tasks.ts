import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { IdParams, Description, Id, name, NewId, Time } from './fields.ts'

const TaskStatus = z.enum(['pending', 'inProgress', 'completed'])

const Task = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  project: Id,
  status: TaskStatus,
  createdAt: Time,
  updatedAt: Time,
})
export type Task = z.infer<typeof Task>

export const TaskDraft = z.object({
  id: NewId,
  name: name(),
  description: z._default(Description, ''),
  project: Id,
  status: z._default(TaskStatus, 'pending'),
})
export type TaskDraft = z.infer<typeof TaskDraft>

/** Omitted fields stay unchanged. */
export const TaskChange = z.object({
  name: z.optional(name()),
  description: z.optional(Description),
  project: z.optional(Id),
  status: z.optional(TaskStatus),
})
export type TaskChange = z.infer<typeof TaskChange>

export const tasks = {
  list: {
    method: 'GET',
    path: '/tasks',
    summary: 'All tasks, or those of one project, by name',
    query: z.object({ projectId: z.optional(Id) }),
    reply: z.array(Task),
  },
  read: {
    method: 'GET',
    path: '/tasks/:id',
    summary: 'One task',
    params: IdParams,
    reply: Task,
  },
  create: {
    method: 'POST',
    path: '/tasks',
    summary: 'Creates a task in a project',
    creates: true,
    body: TaskDraft,
    reply: Task,
  },
  update: {
    method: 'PUT',
    path: '/tasks/:id',
    summary: 'Changes a task; if it moves to another project, its time entries move too',
    params: IdParams,
    body: TaskChange,
    reply: Task,
  },
  contents: {
    method: 'GET',
    path: '/tasks/:id/contents',
    summary: 'The number and time of the entries that would lose their task if it were deleted',
    params: IdParams,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
  remove: {
    method: 'DELETE',
    path: '/tasks/:id',
    summary: 'Deletes a task; its time entries stay, without a task',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
