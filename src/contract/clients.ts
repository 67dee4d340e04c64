import * as z from 'zod/mini'
import { DEFAULT_COLOR } from '#core/color.ts'
import { crudEndpoints } from './endpoint.ts'
import { Color, Description, Id, name, NewId, Time } from './fields.ts'

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

export const clients = crudEndpoints(
  '/clients',
  [Client, ClientDraft, ClientChange],
  {
    list: 'All clients, by name',
    read: 'One client',
    create: 'Creates a client',
    update: 'Changes a client; omitted fields stay unchanged',
    remove: 'Deletes a client; its projects stay, without a client',
  },
  'catalogue',
)
