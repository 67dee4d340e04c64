import type * as z from 'zod/mini'
import { TimeEntryDraft } from '#contract/time-entries.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import type { EntryValues } from './entry-values.ts'

interface Options {
  initial: EntryValues
  onSubmit: (values: EntryValues) => Promise<void>
  fallback: TextKey
}

const Values = TimeEntryDraft as z.core.$ZodType<z.output<typeof TimeEntryDraft>, EntryValues>

/** The entry form, validated with the server's schema. */
export function useEntryForm({ initial, onSubmit, fallback }: Options) {
  // The schema only validates: the typed values are submitted, not the parsed output.
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
