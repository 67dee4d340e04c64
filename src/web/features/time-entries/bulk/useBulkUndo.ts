import type { TimeEntry } from '#contract/time-entries.ts'
import type { BulkChange } from '#web/features/time-entries/data/entry-types.ts'
import { useBulkUpdate } from '#web/features/time-entries/queries.ts'
import { toInverseChanges } from './bulk-change.ts'

/** Restores the values that entries had before a bulk change. */
export function useBulkUndo() {
  const update = useBulkUpdate()
  return (entries: readonly TimeEntry[], change: BulkChange) => {
    for (const inverse of toInverseChanges(entries, change)) update.mutate(inverse)
  }
}
