import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiError, isServerUnreachable } from '#web/api/api-error.ts'
import { callAddress } from '#web/api/call.ts'
import { newId } from '#web/api/new-id.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import type { SyncEngine } from './engine.ts'
import { type NewOperation, type OperationKind, remove, type UserData } from './operation.ts'

/** A request of the contract, as stored in the outbox. */
export type QueuedRequest = Pick<Endpoint, 'method' | 'path'> & {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** A change of the user's items. */
export interface Mutation {
  /** The first part of the query key of the list that it changes. */
  list: string
  /** Each may be repeated, because the client makes the ids of new items. */
  requests: readonly QueuedRequest[]
  /** The changed fields by item id; null for an item that is deleted. */
  optimisticPatch: Record<string, object | null>
  /** The mutation creates the items of its patch. */
  isNew?: true
  /** Replaces earlier queued mutations of the same address. */
  replaces?: true
  /** The message if the server refuses it. */
  failure: TextKey
  /** The item's name for that message. */
  name?: string
}

export const MUTATION = 'mutation'

/** `toQueuedRequest(projects.update, { params, body })` */
export const toQueuedRequest = <E extends Endpoint>({ method, path }: E, input: Input<E>): QueuedRequest => ({
  method,
  path,
  ...(input as object),
})

/** Sends a mutation. If it has to wait for others, or for the server, it is queued, and this resolves with undefined. */
export function sendOrEnqueue<Reply>(sync: SyncEngine, mutation: Mutation, send: () => Promise<Reply>) {
  const operation = toMutationOperation(mutation)
  const user = sync.user()
  return sync.trackInFlight(operation, async () => {
    await sync.whenRead()
    if (!sync.mustWait(operation))
      try {
        return await send()
      } catch (error) {
        if (!isServerUnreachable(error)) throw error
      }
    // Another user may have signed in since the request was sent.
    if (sync.user() !== user) throw new ApiError('unauthenticated')
    await sync.enqueue(operation, (data) => (mutation.replaces ? removeReplaced(data, mutation) : data))
    return undefined
  })
}

export const toMutationOperation = (mutation: Mutation, id = newId()): NewOperation<Mutation> => ({
  id,
  kind: MUTATION,
  items: Object.keys(mutation.optimisticPatch),
  payload: mutation,
})

export const isMutation = <Any extends NewOperation>(operation: Any): operation is Any & { payload: Mutation } =>
  operation.kind === MUTATION

/** The queued mutations, oldest first. */
export const mutationsOf = ({ operations }: UserData) => operations.filter(isMutation).map(({ payload }) => payload)

function removeReplaced(data: UserData, { requests }: Mutation) {
  const replaced = data.operations
    .filter(isMutation)
    .filter(({ payload }) => payload.replaces && payload.requests[0]!.path === requests[0]!.path)
  return remove(
    data,
    replaced.map(({ id }) => id),
  )
}

/** Sends queued mutations one by one. `sendRequest` fails as `call` does. */
export const createMutationKind = (
  sendRequest: (request: QueuedRequest) => Promise<unknown>,
): OperationKind<Mutation> => ({
  name: MUTATION,
  async send([operation]) {
    for (const request of operation!.payload.requests)
      try {
        await sendRequest(request)
      } catch (error) {
        // The item was already deleted, for instance by a request whose reply was lost.
        if (request.method !== 'DELETE' || !(error instanceof ApiError) || error.code !== 'not-found') throw error
      }
    return (data) => remove(data, [operation!.id])
  },
})

/** Expects JSON, except from DELETE. The HTML page of a captive portal is read as null. */
async function sendRequest({ method, path, ...input }: QueuedRequest) {
  const reply = await callAddress({ method, path }, input)
  if ((reply === null) !== (method === 'DELETE')) throw new ApiError('bad-reply')
}

export const MUTATION_KIND = createMutationKind(sendRequest)

export type IsDeleted = (list: string, id: string | null) => boolean

/** Removes the references of an item to deleted ones; null if the item is deleted with them. */
export type ApplyDeletions<Item> = (item: Item, isDeleted: IsDeleted) => Item | null

/** A list as the server will have it after the mutations. */
export function applyMutations<Item extends { id: string }>(
  mutations: readonly Mutation[],
  list: string,
  items: readonly Item[],
  applyDeletions: ApplyDeletions<Item> = (item) => item,
): Item[] {
  const changed = mutations.filter((mutation) => mutation.list === list).reduce(applyMutation, [...items])
  const deleted = keysOfDeleted(mutations)
  if (deleted.size === 0) return changed
  return changed.flatMap((item) => applyDeletions(item, (list, id) => deleted.has(`${list} ${id}`)) ?? [])
}

/** The items that are deleted in the end: a deletion may have been undone before it was sent. */
function keysOfDeleted(mutations: readonly Mutation[]) {
  const deleted = new Set<string>()
  for (const { list, optimisticPatch, isNew } of mutations)
    for (const [id, patch] of Object.entries(optimisticPatch)) {
      if (patch === null) deleted.add(`${list} ${id}`)
      else if (isNew) deleted.delete(`${list} ${id}`)
    }
  return deleted
}

function applyMutation<Item extends { id: string }>(
  items: Item[],
  { optimisticPatch: patch, isNew }: Mutation,
): Item[] {
  const known = new Set(items.map(({ id }) => id))
  const added = isNew ? Object.entries(patch).filter(([id]) => !known.has(id)) : []
  const left = items.filter(({ id }) => patch[id] !== null).map((item) => ({ ...item, ...patch[item.id] }))
  return [...left, ...added.map(([, item]) => item as Item)]
}

type Body<E extends Endpoint> = Input<E> extends { body: infer Sent } ? Sent : never

/** The body of the last pending request to an endpoint. */
export const lastPendingBody = <E extends Endpoint>(mutations: readonly Mutation[], { method, path }: E) =>
  mutations
    .flatMap(({ requests }) => requests)
    .findLast((request) => request.method === method && request.path === path)?.body as Body<E> | undefined
