import type { FastifyRequest } from 'fastify'
import { describeDevice } from '#core/accounts/device-name.ts'
import { newId } from '#server/db/values.ts'
import type { Services } from './serve.ts'

/** A deletion that the user asked for, and its place in the trash. */
export interface Removal {
  userId: string
  /** The id of the item; null for time entries. */
  id: string | null
  trashId: string
  device: string
  now: number
}

export type ItemRemoval = Removal & { id: string }

interface RemovalRequest {
  userId: string
  id: string | null
  trash: string | undefined
  request: FastifyRequest
}

export function toRemoval({ now }: Pick<Services, 'now'>, { userId, id, trash, request }: RemovalRequest): Removal {
  return { userId, id, trashId: trash ?? newId(now()), device: deviceOf(request), now: now() }
}

/** Browser and system of a request; empty if they are unknown. */
export function deviceOf({ headers }: FastifyRequest) {
  const { browser, system } = describeDevice(headers['user-agent'] ?? '')
  return [browser, system].filter((name) => name !== null).join(', ')
}
