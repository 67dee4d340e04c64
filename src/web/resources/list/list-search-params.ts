export const SORT_KEYS = ['name', 'month', 'changed'] as const
export type SortKey = (typeof SORT_KEYS)[number]
export type SortOrder = 'asc' | 'desc'

export interface StatusOption {
  value: string
  label: string
}

/** The URL parameters of a list. Defaults are left out. */
export interface ListSearchParams {
  q?: string
  status?: string
  sort?: SortKey
  order?: SortOrder
}

/** Names ascending; tracked time and changes descending. */
export const defaultSortOrder = (sort: SortKey): SortOrder => (sort === 'name' ? 'asc' : 'desc')

/** Makes a parser of URL parameters that drops invalid values and defaults. The first status is the default. */
export const listSearchParser =
  (statuses: readonly string[] = []) =>
  (raw: Record<string, unknown>): ListSearchParams => {
    // The router parses numbers and booleans.
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
