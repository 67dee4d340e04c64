import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiError, isServerUnreachable } from '#web/api/api-error.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import { isStorageFailure } from './storage-failure.ts'

/** A request of the contract, as stored in the queue. */
export type QueuedRequest = Pick<Endpoint, 'method' | 'path'> & { params?: Record<string, string>; body?: unknown }

/** A change by the user that the server may not have yet. */
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
  /** The id of the timer command that must be sent before it. */
  afterCommand?: string | undefined
  /** The message if the server rejects it. */
  failure: TextKey
  /** The item's name for that message. */
  name?: string
}

export type QueuedMutation = Mutation & { key: number }

/** Stores and sends mutations. Its code is loaded when it is first needed. */
export interface MutationQueue {
  /** Resolves when the stored queue was read. */
  whenReady: Promise<void>
  enqueue: (change: Mutation) => Promise<void>
  /** Tries to send the whole queue. */
  flush: () => Promise<void>
  discard: () => Promise<void>
}

let loadQueue: () => Promise<MutationQueue> = async () => {
  throw new Error('no mutation queue is set')
}

export function setMutationQueueLoader(load: () => Promise<MutationQueue>) {
  loadQueue = load
}

/** The timer's commands, which have an outbox of their own. */
interface TimerCommands {
  /** The last pending command, if the timer continues one of the patched items. */
  lastPendingOn: (patch: Mutation['optimisticPatch']) => string | undefined
  isPending: (commandId: string) => Promise<boolean>
}

let timerCommands: TimerCommands = { lastPendingOn: () => undefined, isPending: async () => false }

/** Lets mutations wait for the timer's commands on the same time entry. */
export function orderAfterTimerCommands(commands: TimerCommands) {
  timerCommands = commands
}

export const isBlockedByTimerCommand = async ({ afterCommand }: Mutation) =>
  afterCommand !== undefined && timerCommands.isPending(afterCommand)

/** `toQueuedRequest(projects.update, { params, body })` */
export const toQueuedRequest = <E extends Endpoint>({ method, path }: E, input: Input<E>): QueuedRequest => ({
  method,
  path,
  ...(input as object),
})

/**
 * Sends a mutation. If the server cannot be reached, enqueues it and resolves with undefined. If this browser cannot
 * store the queue, fails with the error of the request.
 */
export async function sendOrEnqueue<Reply>(mutation: Mutation, send: () => Promise<Reply>): Promise<Reply | undefined> {
  let failure: unknown = new ApiError('offline')
  const afterCommand = timerCommands.lastPendingOn(mutation.optimisticPatch)
  // Nothing may overtake the queue, as an earlier mutation may change the same item.
  if (queue.length === 0 && !isQueueUnread() && afterCommand === undefined)
    try {
      return await send()
    } catch (error) {
      if (!isServerUnreachable(error)) throw error
      failure = error
    }
  await enqueue({ ...mutation, afterCommand }, failure)
  return undefined
}

/** Fails with `failure` where this browser cannot load the queue or store anything in it. */
async function enqueue(mutation: Mutation, failure: unknown) {
  const mutationQueue = await loadQueue().catch(() => {
    throw failure
  })
  await mutationQueue.enqueue(mutation).catch((error: unknown) => {
    throw isStorageFailure(error) ? failure : error
  })
}

let queue: readonly QueuedMutation[] = []
let isRead = false
let changedIds: ReadonlySet<string> = new Set()
let deletedKeys: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export const readQueue = () => queue

/** The body of the last queued request to an endpoint. */
export const lastQueuedBody = <E extends Endpoint>({ method, path }: E) =>
  queue.flatMap(({ requests }) => requests).findLast((request) => request.method === method && request.path === path)
    ?.body as Body<E> | undefined

type Body<E extends Endpoint> = Input<E> extends { body: infer Sent } ? Sent : never

/** A mark in local storage shows that mutations are queued before the queue was read from disk. */
export const isQueueUnread = () => !isRead && readStored('waiting-changes') !== undefined

/** Whether an item is new and the server does not have it yet. */
export const isQueuedCreation = (id: string) =>
  queue.some(({ isNew, optimisticPatch }) => isNew && id in optimisticPatch)

/** Called by the mutation sync after every change of the stored queue. */
export function setQueue(mutations: readonly QueuedMutation[]) {
  isRead = true
  if (mutations.length > 0) writeStored('waiting-changes', String(mutations.length))
  else removeStored('waiting-changes')
  queue = mutations
  changedIds = new Set(mutations.flatMap(({ optimisticPatch }) => Object.keys(optimisticPatch)))
  deletedKeys = new Set(mutations.flatMap(keysDeletedBy))
  for (const listener of listeners) listener()
}

export const useQueueLength = () => useSyncExternalStore(subscribe, () => queue.length)

/** Whether a mutation of an item is queued. */
export const useIsQueued = (id: string) => useSyncExternalStore(subscribe, () => changedIds.has(id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const keysDeletedBy = ({ list, optimisticPatch }: Mutation) =>
  Object.keys(optimisticPatch).flatMap((id) => (optimisticPatch[id] === null ? [`${list} ${id}`] : []))

export type IsDeleted = (list: string, id: string | null) => boolean

/** Whether the deletion of an item of a list is queued. */
const isDeleted: IsDeleted = (list, id) => deletedKeys.has(`${list} ${id}`)

/** Removes the references of an item to deleted ones; null if the item is deleted with them. */
export type ApplyDeletions<Item> = (item: Item, isDeleted: IsDeleted) => Item | null

/** A list as the server will have it after the queue was sent. */
export function applyQueue<Item extends { id: string }>(
  list: string,
  items: readonly Item[],
  applyDeletions: ApplyDeletions<Item> = (item) => item,
): Item[] {
  const changed = queue.filter((mutation) => mutation.list === list).reduce(applyMutation, [...items])
  return deletedKeys.size === 0 ? changed : changed.flatMap((item) => applyDeletions(item, isDeleted) ?? [])
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

type CacheUpdater = (client: QueryClient) => void
const cacheUpdaters = new Set<CacheUpdater>()

/** Adds a function that applies the queue to cached lists. It runs whenever the queue may have grown. */
export const addCacheUpdater = (update: CacheUpdater) => void cacheUpdaters.add(update)

export function applyQueueToCache(client: QueryClient) {
  for (const update of cacheUpdaters) update(client)
}
