import { useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { toEntryValues } from './entry-values.ts'
import { useEntryForm } from './useEntryForm.ts'
import { useEntryUpdate } from './useEntryUpdate.ts'

/** The form of an existing entry. */
export function useEditForm(currentEntry: TimeEntry, onClose: () => void) {
  const update = useEntryUpdate({ showsError: true })
  // Compared with the entry as it was when the editor opened, so that changes from other devices are not overwritten.
  const [entry] = useState(currentEntry)
  return useEntryForm({
    initial: toEntryValues(entry),
    onSubmit: async (values) => {
      await update(entry, values)
      onClose()
    },
    fallback: 'entries.failed.update',
  })
}
