import type { TimeEntry } from '#contract/time-entries.ts'
import { useUpdateEntry } from '#web/features/time-entries/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { diffEntry, type EntryValues, toEntryValues } from './entry-values.ts'

/** Saves changed values of an entry, and offers to undo it. `showsError`: the caller shows an error itself. */
export function useEntryUpdate({ showsError = false } = {}) {
  const { t } = useTranslation()
  const update = useUpdateEntry({ showsError })
  const undo = useUpdateEntry()
  return async (entry: TimeEntry, values: Partial<EntryValues>) => {
    const { id } = entry
    const [change, inverse] = diffEntry(entry, { ...toEntryValues(entry), ...values })
    if (Object.keys(change).length === 0) return
    const saved = await update.mutateAsync({ id, change })
    toast.show(t(saved === undefined ? 'shell.waiting.kept' : 'entries.list.saved'), {
      undo: () => undo.mutate({ id, change: inverse }),
    })
  }
}
