import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import { ApiError, isSilence } from './api-error.ts'
import { isStorageFailure } from './storage-failure.ts'

/** One call of the contract, as it is kept. */
export type KeptCall = Pick<Endpoint, 'method' | 'path'> & { params?: Record<string, string>; body?: unknown }

/** Something that is done here and that the server may not have yet. */
export interface Change {
  /** The first word of the key of the list that it is about. */
  list: string
  /** Each may be made again: ids of new things are made here. */
  calls: readonly KeptCall[]
  /** By id: what becomes of each thing; null when it goes. */
  shows: Record<string, object | null>
  /** What is shown is there only from now on. */
  isNew?: true
  /** Makes all before it to the same address void. */
  replaces?: true
  /** The press of the timer that the server has to hear of first. */
  after?: string | undefined
  /** What to say if the server refuses it, and of what. */
  failure: TextKey
  name?: string
}

export type WaitingChange = Change & { key: number }

/** What keeps changes for later. It comes when it is first needed. */
export interface Keeper {
  /** It is known what waits. */
  isReady: Promise<void>
  keep: (change: Change) => Promise<void>
  /** Tries to send everything that waits. */
  flush: () => Promise<void>
  discard: () => Promise<void>
}

let loadKeeper: () => Promise<Keeper> = async () => {
  throw new Error('nobody keeps changes here')
}

export function keepChangesWith(load: () => Promise<Keeper>) {
  loadKeeper = load
}

/** The presses of the timer, which keeps them in an order of their own. */
interface Presses {
  /** The last that waits to be sent, if the timer goes on with any of some things. */
  lastOn: (shows: Change['shows']) => string | undefined
  /** Whether one is still to be sent. */
  isWaiting: (press: string) => Promise<boolean>
}

let presses: Presses = { lastOn: () => undefined, isWaiting: async () => false }

export function comeAfter(these: Presses) {
  presses = these
}

/** Whether the timer has to be heard before a change. */
export const waitsForPress = async ({ after }: Change) => after !== undefined && presses.isWaiting(after)

/** `toCall(projects.update, { params, body })` */
export const toCall = <E extends Endpoint>({ method, path }: E, input: Input<E>): KeptCall => ({
  method,
  path,
  ...(input as object),
})

/** Makes a change, or keeps it for later if the server is silent: undefined then. Fails where nothing can be kept. */
export async function sendOrKeep<Answer>(change: Change, send: () => Promise<Answer>): Promise<Answer | undefined> {
  let silence: unknown = new ApiError('offline')
  const after = presses.lastOn(change.shows)
  // Nothing may overtake what waits: it may be about the same thing.
  if (waiting.length === 0 && !isUnread() && after === undefined)
    try {
      return await send()
    } catch (error) {
      if (!isSilence(error)) throw error
      silence = error
    }
  await keep({ ...change, after }, silence)
  return undefined
}

/** Fails with `silence` where this browser cannot load the queue or store anything in it. */
async function keep(change: Change, silence: unknown) {
  const keeper = await loadKeeper().catch(() => {
    throw silence
  })
  await keeper.keep(change).catch((error: unknown) => {
    throw isStorageFailure(error) ? silence : error
  })
}

let waiting: readonly WaitingChange[] = []
let isRead = false
let touched: ReadonlySet<string> = new Set()
let gone: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** What waits to be sent, in its order. */
export const readWaiting = () => waiting

/** What was last said to an address and waits to be heard there, if anything. */
export const waitingBody = <E extends Endpoint>({ method, path }: E) =>
  waiting.flatMap(({ calls }) => calls).findLast((call) => call.method === method && call.path === path)?.body as
    Body<E> | undefined

type Body<E extends Endpoint> = Input<E> extends { body: infer Sent } ? Sent : never

/** A mark tells that something waits before it has been read. */
export const isUnread = () => !isRead && readStored('waiting-changes') !== undefined

/** Whether a thing is new, and the server does not know of it yet. */
export const isNewHere = (id: string) => waiting.some(({ isNew, shows }) => isNew && id in shows)

/** For the keeper: what waits from now on. */
export function setWaiting(changes: readonly WaitingChange[]) {
  isRead = true
  if (changes.length > 0) writeStored('waiting-changes', String(changes.length))
  else removeStored('waiting-changes')
  waiting = changes
  touched = new Set(changes.flatMap(({ shows }) => Object.keys(shows)))
  gone = new Set(changes.flatMap(goneBy))
  for (const listener of listeners) listener()
}

export const useWaitingCount = () => useSyncExternalStore(subscribe, () => waiting.length)

/** Whether something was done to a thing that the server does not know of yet. */
export const useIsWaiting = (id: string) => useSyncExternalStore(subscribe, () => touched.has(id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const goneBy = ({ list, shows }: Change) =>
  Object.keys(shows).flatMap((id) => (shows[id] === null ? [`${list} ${id}`] : []))

export type IsGone = (list: string, id: string | null) => boolean

/** Whether something of a list is deleted, and the server does not know of it yet. */
const isGone: IsGone = (list, id) => gone.has(`${list} ${id}`)

/** What becomes of a thing when others that it names are deleted; null when it goes with them. */
export type Follow<Item> = (item: Item, isGone: IsGone) => Item | null

/** A list as the server will have it once it has heard everything. */
export function withWaiting<Item extends { id: string }>(
  list: string,
  items: readonly Item[],
  follow: Follow<Item> = (item) => item,
): Item[] {
  const changed = waiting.filter((change) => change.list === list).reduce(showChange, [...items])
  return gone.size === 0 ? changed : changed.flatMap((item) => follow(item, isGone) ?? [])
}

function showChange<Item extends { id: string }>(items: Item[], { shows, isNew }: Change): Item[] {
  const known = new Set(items.map(({ id }) => id))
  const added = isNew ? Object.entries(shows).filter(([id]) => !known.has(id)) : []
  const left = items.filter(({ id }) => shows[id] !== null).map((item) => ({ ...item, ...shows[item.id] }))
  return [...left, ...added.map(([, item]) => item as Item)]
}

type Show = (client: QueryClient) => void
const shows = new Set<Show>()

/** `show` puts what waits into the lists of the cache, whenever that may be more than before. */
export const onWaiting = (show: Show) => void shows.add(show)

/** Puts what waits into every list of the cache. */
export function showWaiting(client: QueryClient) {
  for (const show of shows) show(client)
}
