export const SORT_KEYS = ['name', 'month', 'changed'] as const
export type SortKey = (typeof SORT_KEYS)[number]
export type SortOrder = 'asc' | 'desc'

export interface StatusOption {
  value: string
  label: string
}

/** What the address of a list says of it. What is usual is left out. */
export interface ListSearchParams {
  q?: string
  status?: string
  sort?: SortKey
  order?: SortOrder
}

/** Names from A to Z, but the most time and the latest change first. */
export const defaultSortOrder = (sort: SortKey): SortOrder => (sort === 'name' ? 'asc' : 'desc')

/** Reads an address, in which anything may stand; the first of the statuses is the usual one. */
export const listSearchParser =
  (statuses: readonly string[] = []) =>
  (raw: Record<string, unknown>): ListSearchParams => {
    // The router reads a number or a word like true as such.
    const q = ['string', 'number', 'boolean'].includes(typeof raw['q']) ? String(raw['q']) : ''
    const status = statuses.slice(1).find((known) => known === raw['status'])
    const sort = SORT_KEYS.find((known) => known === raw['sort']) ?? 'name'
    const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : defaultSortOrder(sort)
    return {
      ...(q !== '' && { q }),
      ...(status !== undefined && { status }),
      ...(sort !== 'name' && { sort }),
      ...(order !== defaultSortOrder(sort) && { order }),
    }
  }
