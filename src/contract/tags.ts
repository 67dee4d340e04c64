import * as z from 'zod/mini'
import { DEFAULT_COLOR } from '#core/color.ts'
import type { Endpoint } from './endpoint.ts'
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
  list: {
    method: 'GET',
    path: '/tags',
    summary: 'All tags, by name',
    reply: z.array(Tag),
  },
  read: {
    method: 'GET',
    path: '/tags/:id',
    summary: 'One tag',
    params: IdParams,
    reply: Tag,
  },
  create: {
    method: 'POST',
    path: '/tags',
    summary: 'Creates a tag with a unique name',
    creates: true,
    body: TagDraft,
    reply: Tag,
  },
  update: {
    method: 'PUT',
    path: '/tags/:id',
    summary: 'Changes a tag; omitted fields stay unchanged',
    params: IdParams,
    body: TagChange,
    reply: Tag,
  },
  contents: {
    method: 'GET',
    path: '/tags/:id/contents',
    summary: 'The number and time of the entries that have the tag',
    params: IdParams,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
  remove: {
    method: 'DELETE',
    path: '/tags/:id',
    summary: 'Deletes a tag; its time entries stay, without the tag',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
