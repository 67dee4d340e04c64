import type * as z from 'zod/mini'
import { TimeEntryDraft } from '#contract/time-entries.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import type { EntryValues } from './entry-values.ts'

interface Options {
  initial: EntryValues
  onSubmit: (values: EntryValues) => Promise<void>
  fallback: TextKey
}

const Values = TimeEntryDraft as z.core.$ZodType<z.output<typeof TimeEntryDraft>, EntryValues>

/** A form with the fields of an entry, which checks what the server will check. */
export function useEntryForm({ initial, onSubmit, fallback }: Options) {
  // What is sent is what was typed, once it is checked.
  const form = useContractForm(Values, {
    initial,
    onSubmit: async () => {
      await onSubmit(form.values)
    },
    fallback,
  })
  return form
}

export type EntryForm = ReturnType<typeof useEntryForm>
