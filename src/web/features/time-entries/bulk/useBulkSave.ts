import type { TimeEntry } from '#contract/time-entries.ts'
import type { BulkChange } from '#web/features/time-entries/data/entry-types.ts'
import { useBulkUpdate } from '#web/features/time-entries/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { toInverseChanges } from './bulk-change.ts'

/** Changes entries together and offers to restore the values that each of them had. */
export function useBulkSave({ showsError = false } = {}) {
  const { t } = useTranslation()
  const update = useBulkUpdate({ showsError })
  const undo = useBulkUpdate()
  const save = async (entries: readonly TimeEntry[], change: BulkChange) => {
    await update.mutateAsync({ ids: entries.map(({ id }) => id), change })
    const restore = () => {
      for (const inverse of toInverseChanges(entries, change)) undo.mutate(inverse)
    }
    toast.show(t('entries.bulk.saved', { count: entries.length }), { undo: restore })
  }
  return { save, error: update.error, isPending: update.isPending }
}
