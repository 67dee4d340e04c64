/** The total beside the day ribbon; above it on narrow screens. */
export const TODAY_CLASS =
  'grid grid-cols-1 items-center gap-x-8 gap-y-3 px-5 pt-1 pb-4 *:first:min-h-15 md:grid-cols-[11rem_minmax(0,1fr)]'

/** Entries and activity side by side on wide screens. */
export const COLUMNS_CLASS = 'grid gap-4 lg:grid-cols-[minmax(0,1fr)_26.5rem]'
