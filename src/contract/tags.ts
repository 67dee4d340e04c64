import * as z from 'zod/mini'
import { DEFAULT_COLOR } from '#core/color.ts'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { IdParams, Color, Id, name, NewId, Time } from './fields.ts'

const Tag = z.object({
  id: Id,
  name: z.string(),
  color: z.string(),
  createdAt: Time,
  updatedAt: Time,
})
export type Tag = z.infer<typeof Tag>

export const TagDraft = z.object({
  id: NewId,
  name: name(),
  color: z._default(Color, DEFAULT_COLOR),
})
export type TagDraft = z.infer<typeof TagDraft>

/** Omitted fields stay unchanged. */
export const TagChange = z.object({
  name: z.optional(name()),
  color: z.optional(Color),
})
export type TagChange = z.infer<typeof TagChange>

export const tags = {
  ...crudEndpoints(
    '/tags',
    [Tag, TagDraft, TagChange],
    {
      list: 'All tags, by name',
      read: 'One tag',
      create: 'Creates a tag with a unique name',
      update: 'Changes a tag; omitted fields stay unchanged',
      remove: 'Deletes a tag; its time entries stay, without the tag',
    },
    'catalogue',
  ),
  contents: {
    method: 'GET',
    path: '/tags/:id/contents',
    summary: 'The number and time of the entries that have the tag',
    scopes: ['read', 'catalogue'],
    params: IdParams,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
} as const satisfies Record<string, Endpoint>
