import * as z from 'zod/mini'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { IdParams, Color, Description, Id, name, NewId, OptionalId, Time } from './fields.ts'

export const DEFAULT_PROJECT_COLOR = '#3b82f6'
/** Values of the fields that a new project may omit. */
export const PROJECT_DEFAULTS = {
  description: '',
  color: DEFAULT_PROJECT_COLOR,
  client: null,
  status: 'active',
  isPinned: false,
} as const

const ProjectStatus = z.enum(['active', 'archived'])

export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  client: z.nullable(Id),
  status: ProjectStatus,
  /** Pickers list pinned projects first. */
  isPinned: z.boolean(),
  /** The number of tasks that are not completed. */
  openTasks: z.number(),
  user: Id,
  createdAt: Time,
  updatedAt: Time,
})
export type Project = z.infer<typeof Project>

/** Fields that a user can set. */
export const ProjectFields = z.object({
  name: name(),
  description: Description,
  color: Color,
  client: OptionalId,
  status: ProjectStatus,
  isPinned: z.boolean(),
})

export const ProjectDraft = z.extend(ProjectFields, {
  id: NewId,
  description: z._default(Description, PROJECT_DEFAULTS.description),
  color: z._default(Color, PROJECT_DEFAULTS.color),
  client: z._default(OptionalId, PROJECT_DEFAULTS.client),
  status: z._default(ProjectStatus, PROJECT_DEFAULTS.status),
  isPinned: z._default(z.boolean(), PROJECT_DEFAULTS.isPinned),
})
export type ProjectDraft = z.infer<typeof ProjectDraft>

/** Omitted fields stay unchanged. */
export const ProjectChange = z.partial(ProjectFields)
export type ProjectChange = z.infer<typeof ProjectChange>

export const projects = {
  ...crudEndpoints(
    '/projects',
    [Project, ProjectDraft, ProjectChange],
    {
      list: 'All projects, by name',
      read: 'One project',
      create: 'Creates a project',
      update: 'Changes a project; omitted fields stay unchanged',
      remove: 'Deletes a project, its tasks and its time entries',
    },
    'catalogue',
  ),
  contents: {
    method: 'GET',
    path: '/projects/:id/contents',
    summary: 'The number of tasks and time entries that would be deleted with the project',
    scopes: ['read', 'catalogue'],
    params: IdParams,
    reply: z.object({ tasks: z.number(), timeEntries: z.number(), milliseconds: z.number() }),
  },
} as const satisfies Record<string, Endpoint>
