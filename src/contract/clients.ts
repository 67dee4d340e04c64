import * as z from 'zod/mini'
import { DEFAULT_COLOR } from '#core/color.ts'
import type { Endpoint } from './endpoint.ts'
import { IdParams, Color, Description, Id, name, NewId, Time } from './fields.ts'

const Client = z.object({
  id: Id,
  name: z.string(),
  contactInfo: z.string(),
  color: z.string(),
  projects: z.array(Id),
  createdAt: Time,
  updatedAt: Time,
})
export type Client = z.infer<typeof Client>

export const ClientDraft = z.object({
  id: NewId,
  name: name(),
  contactInfo: z._default(Description, ''),
  color: z._default(Color, DEFAULT_COLOR),
})
export type ClientDraft = z.infer<typeof ClientDraft>

/** Omitted fields stay unchanged. */
export const ClientChange = z.object({
  name: z.optional(name()),
  contactInfo: z.optional(Description),
  color: z.optional(Color),
})
export type ClientChange = z.infer<typeof ClientChange>

export const clients = {
  list: {
    method: 'GET',
    path: '/clients',
    summary: 'All clients, by name',
    reply: z.array(Client),
  },
  read: {
    method: 'GET',
    path: '/clients/:id',
    summary: 'One client',
    params: IdParams,
    reply: Client,
  },
  create: {
    method: 'POST',
    path: '/clients',
    summary: 'Creates a client',
    creates: true,
    body: ClientDraft,
    reply: Client,
  },
  update: {
    method: 'PUT',
    path: '/clients/:id',
    summary: 'Changes a client; omitted fields stay unchanged',
    params: IdParams,
    body: ClientChange,
    reply: Client,
  },
  remove: {
    method: 'DELETE',
    path: '/clients/:id',
    summary: 'Deletes a client; its projects stay, without a client',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
