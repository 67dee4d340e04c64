import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** How much a call may carry that takes no file. */
export const MAX_BODY_BYTES = 64 * 1024

/** One call of the API, as data. The server serves it, the browser calls it, the reference page prints it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  /** Needs no session. */
  public?: true
  /** Answers 201: a new thing was made. */
  creates?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** Takes a file instead of a body, which is sent as it is, of one of these types or any other. */
  upload?: readonly string[]
  reply: Schema
  /** Answers with a file of one of these types instead: what the reply describes is its content. */
  file?: readonly string[]
}

type PartsOf<E extends Endpoint> = Extract<keyof E, 'params' | 'query' | 'body'>

/** What a caller passes. */
export type Input<E extends Endpoint> = { [Part in PartsOf<E>]: z.input<NonNullable<E[Part]>> }
/** What a handler receives, checked. */
export type Parsed<E extends Endpoint> = { [Part in PartsOf<E>]: z.output<NonNullable<E[Part]>> }
/** What a handler returns and a caller gets. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
