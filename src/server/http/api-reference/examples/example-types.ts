import type * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'

/** The example of one endpoint: its input, the content of an uploaded file, and the data of its reply. */
export type ExampleOf<E extends Endpoint> = Input<E> &
  (E extends { upload: readonly string[] } ? { file: string } : unknown) & { reply: z.output<E['reply']> }

/** One example for each endpoint of a resource. The compiler reports a missing one. */
export type ExamplesOf<Endpoints extends Record<string, Endpoint>> = {
  [Name in keyof Endpoints]: ExampleOf<Endpoints[Name]>
}

/** An example whose endpoint is only known at run time. */
export interface Example {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: string
  reply: unknown
}
