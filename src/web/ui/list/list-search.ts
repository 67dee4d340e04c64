export const SORTS = ['name', 'month', 'changed'] as const
export type Sort = (typeof SORTS)[number]
export type Order = 'asc' | 'desc'

export interface StatusOption {
  value: string
  label: string
}

/** What the address of a list says of it. What is usual is left out. */
export interface ListSearch {
  q?: string
  status?: string
  sort?: Sort
  order?: Order
}

/** Names from A to Z, but the most time and the latest change first. */
export const usualOrder = (sort: Sort): Order => (sort === 'name' ? 'asc' : 'desc')

/** Reads an address, in which anything may stand; the first of the statuses is the usual one. */
export const listSearch =
  (statuses: readonly string[] = []) =>
  (raw: Record<string, unknown>): ListSearch => {
    // The router reads a number or a word like true as such.
    const q = ['string', 'number', 'boolean'].includes(typeof raw['q']) ? String(raw['q']) : ''
    const status = statuses.slice(1).find((known) => known === raw['status'])
    const sort = SORTS.find((known) => known === raw['sort']) ?? 'name'
    const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : usualOrder(sort)
    return {
      ...(q !== '' && { q }),
      ...(status !== undefined && { status }),
      ...(sort !== 'name' && { sort }),
      ...(order !== usualOrder(sort) && { order }),
    }
  }
