import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import { ApiError, isServerUnreachable } from '#web/api/api-error.ts'
import { isStorageFailure } from './storage-failure.ts'

/** One call of the contract, as it is kept. */
export type QueuedRequest = Pick<Endpoint, 'method' | 'path'> & { params?: Record<string, string>; body?: unknown }

/** Something that is done here and that the server may not have yet. */
export interface Mutation {
  /** The first word of the key of the list that it is about. */
  list: string
  /** Each may be made again: ids of new things are made here. */
  requests: readonly QueuedRequest[]
  /** By id: what becomes of each thing; null when it goes. */
  optimisticPatch: Record<string, object | null>
  /** What is shown is there only from now on. */
  isNew?: true
  /** Makes all before it to the same address void. */
  replaces?: true
  /** The press of the timer that the server has to hear of first. */
  afterCommand?: string | undefined
  /** What to say if the server refuses it, and of what. */
  failure: TextKey
  name?: string
}

export type QueuedMutation = Mutation & { key: number }

/** What keeps changes for later. It comes when it is first needed. */
export interface MutationQueue {
  /** It is known what waits. */
  isReady: Promise<void>
  enqueue: (change: Mutation) => Promise<void>
  /** Tries to send everything that waits. */
  flush: () => Promise<void>
  discard: () => Promise<void>
}

let loadQueue: () => Promise<MutationQueue> = async () => {
  throw new Error('nobody keeps changes here')
}

export function setMutationQueueLoader(load: () => Promise<MutationQueue>) {
  loadQueue = load
}

/** The presses of the timer, which keeps them in an order of their own. */
interface TimerCommands {
  /** The last that waits to be sent, if the timer goes on with any of some things. */
  lastPendingOn: (shows: Mutation['optimisticPatch']) => string | undefined
  /** Whether one is still to be sent. */
  isPending: (press: string) => Promise<boolean>
}

let timerCommands: TimerCommands = { lastPendingOn: () => undefined, isPending: async () => false }

export function orderAfterTimerCommands(these: TimerCommands) {
  timerCommands = these
}

/** Whether the timer has to be heard before a change. */
export const isBlockedByTimerCommand = async ({ afterCommand: after }: Mutation) =>
  after !== undefined && timerCommands.isPending(after)

/** `toCall(projects.update, { params, body })` */
export const toQueuedRequest = <E extends Endpoint>({ method, path }: E, input: Input<E>): QueuedRequest => ({
  method,
  path,
  ...(input as object),
})

/** Makes a change, or keeps it for later if the server is silent: undefined then. Fails where nothing can be kept. */
export async function sendOrEnqueue<Answer>(
  change: Mutation,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  let silence: unknown = new ApiError('offline')
  const after = timerCommands.lastPendingOn(change.optimisticPatch)
  // Nothing may overtake what waits: it may be about the same thing.
  if (queue.length === 0 && !isQueueUnread() && after === undefined)
    try {
      return await send()
    } catch (error) {
      if (!isServerUnreachable(error)) throw error
      silence = error
    }
  await enqueue({ ...change, afterCommand: after }, silence)
  return undefined
}

/** Fails with `silence` where this browser cannot load the queue or store anything in it. */
async function enqueue(change: Mutation, silence: unknown) {
  const keeper = await loadQueue().catch(() => {
    throw silence
  })
  await keeper.enqueue(change).catch((error: unknown) => {
    throw isStorageFailure(error) ? silence : error
  })
}

let queue: readonly QueuedMutation[] = []
let isRead = false
let changedIds: ReadonlySet<string> = new Set()
let deletedKeys: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** What waits to be sent, in its order. */
export const readQueue = () => queue

/** What was last said to an address and waits to be heard there, if anything. */
export const lastQueuedBody = <E extends Endpoint>({ method, path }: E) =>
  queue.flatMap(({ requests: calls }) => calls).findLast((call) => call.method === method && call.path === path)
    ?.body as Body<E> | undefined

type Body<E extends Endpoint> = Input<E> extends { body: infer Sent } ? Sent : never

/** A mark tells that something waits before it has been read. */
export const isQueueUnread = () => !isRead && readStored('waiting-changes') !== undefined

/** Whether a thing is new, and the server does not know of it yet. */
export const isQueuedCreation = (id: string) => queue.some(({ isNew, optimisticPatch: shows }) => isNew && id in shows)

/** For the keeper: what waits from now on. */
export function setQueue(changes: readonly QueuedMutation[]) {
  isRead = true
  if (changes.length > 0) writeStored('waiting-changes', String(changes.length))
  else removeStored('waiting-changes')
  queue = changes
  changedIds = new Set(changes.flatMap(({ optimisticPatch: shows }) => Object.keys(shows)))
  deletedKeys = new Set(changes.flatMap(keysDeletedBy))
  for (const listener of listeners) listener()
}

export const useQueueLength = () => useSyncExternalStore(subscribe, () => queue.length)

/** Whether something was done to a thing that the server does not know of yet. */
export const useIsQueued = (id: string) => useSyncExternalStore(subscribe, () => changedIds.has(id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const keysDeletedBy = ({ list, optimisticPatch: shows }: Mutation) =>
  Object.keys(shows).flatMap((id) => (shows[id] === null ? [`${list} ${id}`] : []))

export type IsDeleted = (list: string, id: string | null) => boolean

/** Whether something of a list is deleted, and the server does not know of it yet. */
const isDeleted: IsDeleted = (list, id) => deletedKeys.has(`${list} ${id}`)

/** What becomes of a thing when others that it names are deleted; null when it goes with them. */
export type ApplyDeletions<Item> = (item: Item, isGone: IsDeleted) => Item | null

/** A list as the server will have it once it has heard everything. */
export function applyQueue<Item extends { id: string }>(
  list: string,
  items: readonly Item[],
  follow: ApplyDeletions<Item> = (item) => item,
): Item[] {
  const changed = queue.filter((change) => change.list === list).reduce(applyMutation, [...items])
  return deletedKeys.size === 0 ? changed : changed.flatMap((item) => follow(item, isDeleted) ?? [])
}

function applyMutation<Item extends { id: string }>(
  items: Item[],
  { optimisticPatch: shows, isNew }: Mutation,
): Item[] {
  const known = new Set(items.map(({ id }) => id))
  const added = isNew ? Object.entries(shows).filter(([id]) => !known.has(id)) : []
  const left = items.filter(({ id }) => shows[id] !== null).map((item) => ({ ...item, ...shows[item.id] }))
  return [...left, ...added.map(([, item]) => item as Item)]
}

type CacheUpdater = (client: QueryClient) => void
const cacheUpdaters = new Set<CacheUpdater>()

/** `show` puts what waits into the lists of the cache, whenever that may be more than before. */
export const addCacheUpdater = (show: CacheUpdater) => void cacheUpdaters.add(show)

/** Puts what waits into every list of the cache. */
export function applyQueueToCache(client: QueryClient) {
  for (const show of cacheUpdaters) show(client)
}
