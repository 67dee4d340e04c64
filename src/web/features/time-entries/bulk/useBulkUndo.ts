import type { TimeEntry } from '#contract/time-entries.ts'
import { toInverseChanges } from './bulk-change.ts'
import { type BulkChange, useBulkUpdate } from '#web/features/time-entries/queries.ts'

/** Gives entries back what a change took from them. */
export function useBulkUndo() {
  const update = useBulkUpdate()
  return (entries: readonly TimeEntry[], change: BulkChange) => {
    for (const opposite of toInverseChanges(entries, change)) update.mutate(opposite)
  }
}
