import * as z from 'zod/mini'
import { IdParams, TrashQuery } from './fields.ts'
import type { TokenScope } from './integrations/token-scopes.ts'

type Schema = z.core.$ZodType

/** The largest body of a request without a file. */
export const MAX_BODY_BYTES = 64 * 1024

/** One endpoint of the API as data. The server serves it, the browser calls it, the reference page documents it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  /** Needs no session. */
  public?: true
  /** An access token needs one of these scopes. Without this field, only login sessions may call the endpoint. */
  scopes?: readonly TokenScope[]
  /**
   * Is not counted by the general rate limit of a network, because it counts its failures itself: others on the same
   * network must not lock out a user with the right password or link.
   */
  limitsItself?: true
  /** Changes something also while the site is in maintenance. */
  duringMaintenance?: true
  /** Users who have to set up two-factor sign-in may call it before they have done so. */
  allowedBeforeSetUp?: true
  /** Replies with 201, because a resource was created. */
  creates?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** The largest body, where it may be larger than `MAX_BODY_BYTES`. */
  maxBodyBytes?: number
  /** Takes a file as the raw body. These are the documented content types; any other is accepted too. */
  upload?: readonly string[]
  reply: Schema
  /** Replies with a file of one of these content types; `reply` describes its content. */
  file?: readonly string[]
}

type PartsOf<E extends Endpoint> = Extract<keyof E, 'params' | 'query' | 'body'>

/** The input that a caller passes. */
export type Input<E extends Endpoint> = { [Part in PartsOf<E>]: z.input<NonNullable<E[Part]>> }
/** The validated input that a handler receives. */
export type Parsed<E extends Endpoint> = { [Part in PartsOf<E>]: z.output<NonNullable<E[Part]>> }
/** The result that a handler returns and a caller receives. */
export type Reply<E extends Endpoint> = z.output<E['reply']>

type Summaries = Record<'list' | 'read' | 'create' | 'update' | 'remove', string>

/**
 * The endpoints that list, read, create, update and delete the items of one resource. An access token needs the scope, to
 * list and read the scope `read` is enough.
 */
export function crudEndpoints<Item extends Schema, Draft extends Schema, Change extends Schema>(
  path: `/${string}`,
  [item, draft, change]: readonly [Item, Draft, Change],
  summaries: Summaries,
  scope: TokenScope,
) {
  const byId = { path: `${path}/:id`, params: IdParams } as const
  const [reading, writing] = [{ scopes: ['read', scope] }, { scopes: [scope] }] as const
  return {
    list: { method: 'GET', path, summary: summaries.list, ...reading, reply: z.array(item) },
    read: { method: 'GET', ...byId, summary: summaries.read, ...reading, reply: item },
    create: { method: 'POST', path, summary: summaries.create, ...writing, creates: true, body: draft, reply: item },
    update: { method: 'PUT', ...byId, summary: summaries.update, ...writing, body: change, reply: item },
    remove: { method: 'DELETE', ...byId, summary: summaries.remove, ...writing, query: TrashQuery, reply: z.null() },
  } as const
}
export type CrudEndpoints<Item extends Schema, Draft extends Schema, Change extends Schema> = ReturnType<
  typeof crudEndpoints<Item, Draft, Change>
>
