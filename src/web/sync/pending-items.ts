import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { Mutation } from './mutations.ts'

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
  const deleted = new Set(mutations.flatMap(keysDeletedBy))
  if (deleted.size === 0) return changed
  return changed.flatMap((item) => applyDeletions(item, (list, id) => deleted.has(`${list} ${id}`)) ?? [])
}

const keysDeletedBy = ({ list, optimisticPatch }: Mutation) =>
  Object.keys(optimisticPatch).flatMap((id) => (optimisticPatch[id] === null ? [`${list} ${id}`] : []))

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
