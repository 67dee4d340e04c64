import * as z from 'zod/mini'
import { IdParams } from './fields.ts'

type Schema = z.core.$ZodType
type Summaries = Record<'list' | 'read' | 'create' | 'update' | 'remove', string>

/** The endpoints that list, read, create, update and delete the items of one resource. */
export function crudEndpoints<Item extends Schema, Draft extends Schema, Change extends Schema>(
  path: `/${string}`,
  [item, draft, change]: readonly [Item, Draft, Change],
  summaries: Summaries,
) {
  const byId = { path: `${path}/:id`, params: IdParams } as const
  return {
    list: { method: 'GET', path, summary: summaries.list, reply: z.array(item) },
    read: { method: 'GET', ...byId, summary: summaries.read, reply: item },
    create: { method: 'POST', path, summary: summaries.create, creates: true, body: draft, reply: item },
    update: { method: 'PUT', ...byId, summary: summaries.update, body: change, reply: item },
    remove: { method: 'DELETE', ...byId, summary: summaries.remove, reply: z.null() },
  } as const
}
export type CrudEndpoints<Item extends Schema, Draft extends Schema, Change extends Schema> = ReturnType<
  typeof crudEndpoints<Item, Draft, Change>
>
