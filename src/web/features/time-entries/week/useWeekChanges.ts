import { useQueryClient } from '@tanstack/react-query'
import type { TimeEntry } from '#contract/time-entries.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { editEntries, type EntryPages } from '#web/features/time-entries/data/entry-pages.ts'
import { updateOptimisticEntry } from '#web/features/time-entries/data/optimistic-entries.ts'
import { diffEntry, toEntryValues } from '#web/features/time-entries/form/entry-values.ts'
import { useRemoveEntries, useRestoreEntries, useUpdateEntry } from '#web/features/time-entries/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { TimeRange } from './grid/drag.ts'

/** Moves and deletes entries without asking, and offers to undo it. */
export function useWeekChanges() {
  const { t } = useTranslation()
  const showOptimistically = useOptimisticUpdate()
  const update = useUpdateEntry()
  const undo = useUpdateEntry()
  const remove = useRemoveEntries()
  const restore = useRestoreEntries()
  const offerUndo = (message: string, undo: () => void) => toast.show(message, { undo })

  return {
    move: (entry: TimeEntry, { start, end }: TimeRange) => {
      const times = { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() }
      const [change, inverse] = diffEntry(entry, { ...toEntryValues(entry), ...times })
      if (Object.keys(change).length === 0) return
      const { id } = entry
      showOptimistically(updateOptimisticEntry(entry, change))
      // Undo is offered before the reply, so that it never takes back an older change instead.
      const message = offerUndo(t('entries.week.changed'), () => {
        showOptimistically(entry)
        undo.mutate({ id, change: inverse })
      })
      update
        .mutateAsync({ id, change })
        .then((saved) => saved === undefined && message.setMessage(t('shell.waiting.kept')), message.remove)
    },
    remove: (entry: TimeEntry) =>
      remove.mutate([entry.id], {
        onSuccess: (trashId) =>
          offerUndo(t('entries.week.removed'), () => restore.mutate({ trashId, entries: [entry] })),
        onError: (error) => toast.show(errorMessage(error, t, 'entries.failed.delete'), { tone: 'danger' }),
      }),
  }
}

/** Shows a moved entry before the server confirms it. The refetch after the mutation rolls back a failure. */
function useOptimisticUpdate() {
  const client = useQueryClient()
  return (changed: TimeEntry) => {
    const lists = { queryKey: [TIME_ENTRIES, 'list'] }
    // A list request that is already running would overwrite the change.
    void client.cancelQueries(lists)
    const replace = (entries: TimeEntry[]) => entries.map((entry) => (entry.id === changed.id ? changed : entry))
    client.setQueriesData<EntryPages>(lists, (data) => data && editEntries(data, replace))
  }
}
