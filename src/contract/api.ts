import { about } from './about.ts'
import type { Endpoint } from './endpoint.ts'
import { users } from './users.ts'

/** Everything the server answers, by resource: the reference page and the access tests walk this list. */
export const api: Record<string, Record<string, Endpoint>> = { about, users }
