import { useCallback, useEffect, useRef } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { newId } from '#web/api/new-id.ts'
import { useCreateEntry, useRemoveEntries } from '#web/features/time-entries/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** Returns a stable function that copies an entry with its pauses and offers to undo it. */
export function useDuplicateEntry() {
  const { t } = useTranslation()
  const create = useCreateEntry({ showsError: false })
  const remove = useRemoveEntries()
  const latest = useRef({ t, create, remove })
  useEffect(() => {
    latest.current = { t, create, remove }
  })
  return useCallback(({ project, task, tags, notes, startTime, endTime, segments }: TimeEntry) => {
    const { t, create, remove } = latest.current
    const id = newId()
    create.mutate(
      { id, project, task, tags, notes, startTime, endTime, segments },
      {
        onSuccess: () =>
          toast.show(t('entries.list.duplicated'), {
            undo: () => remove.mutate([id]),
          }),
      },
    )
  }, [])
}
