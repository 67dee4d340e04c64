import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { CrudEndpoints } from '#contract/endpoint.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { describeDevice } from '#core/accounts/device-name.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, type DeleteStep } from '#server/db/delete-in-parts.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId, type WithId } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { type RecordQuota, textBytesOf } from '#server/quotas.ts'
import { serve, type Services } from './serve.ts'

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

type EventName = 'project' | 'client' | 'task' | 'tag'

/** The queries of one resource. */
interface Resource<Item, Draft, Change> {
  find: (db: Db, userId: string, id: string) => Promise<Item | undefined>
  insert: (db: Db, userId: string, draft: WithId<Draft>, now: number) => Promise<Item>
  update: (db: Db, userId: string, change: WithId<Change>, now: number) => Promise<Item | undefined>
  /** Deletes or changes the rows that depend on an item, before it is deleted, because there may be very many. */
  removeDependents?: (removal: ItemRemoval) => DeleteStep[]
  /** Returns undefined if there is no such item. */
  remove: (db: Db, removal: ItemRemoval) => Promise<object | undefined>
  notFound: MessageKey
  quota: RecordQuota
  /** Refuses a draft or a change that conflicts with other records of the user. */
  check?: (db: Db, userId: string, fields: WithId<Draft | Change>) => Promise<void>
  /** Refuses a change before it waits for the user's lock. */
  limitUpdate?: (userId: string, change: WithId<Change>) => Promise<void>
  /** The list that the user's other devices read again after a change. */
  announcedList?: string
  /** What webhooks call the items, if they can tell of them. */
  eventName?: EventName
  onRemoved?: (userId: string, id: string) => Promise<unknown>
}

type Schema<Output = unknown> = z.core.$ZodType<Output>

/** Serves the endpoints that read, create, update and delete one item. Creating an existing id replies with its item. */
export function serveCrud<
  Item extends z.core.$ZodType<unknown, { id: string }>,
  Draft extends Schema<{ id?: string | undefined }>,
  Change extends Schema<object>,
>(
  app: FastifyInstance,
  services: Services,
  { read, create, update, remove }: Omit<CrudEndpoints<Item, Draft, Change>, 'list'>,
  resource: Resource<z.input<Item>, z.output<Draft>, z.output<Change>>,
) {
  const { db, now, quotas } = services
  const { find, check, notFound, quota } = resource
  const record = createEventRecorder(resource.eventName, now)

  async function announceAfter<Result>(userId: string, change: Promise<Result>) {
    const result = await change
    if (resource.announcedList !== undefined) services.announceChange(userId, resource.announcedList)
    return result
  }

  serve(app, services, read, async ({ session, params }) =>
    assertFound(await find(db, session.userId, params.id), notFound),
  )

  serve(app, services, create, async ({ session: { userId }, body }) => {
    const { id } = body
    await quotas.add(userId, { textBytes: textBytesOf(body) }, async () => id && find(db, userId, id))
    const created = withUserLock(db, userId, async (db) => {
      const draft = { ...body, id: body.id ?? newId(now()) }
      const known = await find(db, userId, draft.id)
      if (known !== undefined) return known
      await quotas.checkRecord(db, userId, quota)
      await check?.(db, userId, draft)
      return record(db, userId, 'created', await resource.insert(db, userId, draft, now()))
    })
    return announceAfter(userId, created)
  })

  serve(app, services, update, async ({ session: { userId }, params, body }) => {
    const change = { ...body, ...params }
    await quotas.add(userId, { textBytes: textBytesOf(body) })
    await resource.limitUpdate?.(userId, change)
    const updated = withUserLock(db, userId, async (db) => {
      await check?.(db, userId, change)
      const item = assertFound(await resource.update(db, userId, change, now()), notFound)
      return record(db, userId, 'updated', item)
    })
    return announceAfter(userId, updated)
  })

  serve(app, services, remove, async ({ session: { userId }, params: { id }, query: { trash }, request }) => {
    const removal = { ...toRemoval(services, { userId, id, trash, request }), id }
    const removed = deleteInParts(
      (work) => withUserLock(db, userId, work),
      resource.removeDependents?.(removal) ?? [],
      async (db) => {
        assertFound(await resource.remove(db, removal), notFound)
        return record(db, userId, 'deleted', { id })
      },
    )
    await announceAfter(userId, removed)
    await resource.onRemoved?.(userId, id)
    return null
  })
}

/** Returns a function that queues an event for the user's webhooks, if they can tell of these items, and returns the item. */
function createEventRecorder(eventName: EventName | undefined, now: () => number) {
  return async <Item extends { id: string }>(
    db: Db,
    userId: string,
    change: 'created' | 'updated' | 'deleted',
    data: Item,
  ) => {
    if (eventName !== undefined) await recordEvents(db, userId, now(), [{ type: `${eventName}.${change}`, data }])
    return data
  }
}
