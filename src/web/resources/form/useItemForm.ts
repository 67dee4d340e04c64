import { useState } from 'react'
import type * as z from 'zod/mini'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { type PagePath, useGoBack } from '#web/resources/form/useGoBack.ts'
import { newId } from '#web/api/new-id.ts'
import { useContractForm } from './useContractForm.ts'

/** A feature that has words for a form. */
export type FormNamespace = NamespaceOf<TextKey>
type NamespaceOf<Key> = Key extends `${infer Words}.form.saved` ? Words : never

/** As much of a resource as a form needs. */
interface FormResource<Values> {
  useCreate: () => { mutateAsync: (draft: Values & { id: string }) => Promise<unknown> }
  useUpdate: (options?: { showsError?: boolean }) => {
    mutate: (variables: { id: string; change: Partial<Values> }) => void
    mutateAsync: (variables: { id: string; change: Partial<Values> }) => Promise<unknown>
  }
}

interface Options<In, Values> {
  resource: FormResource<Values>
  /** What is changed; something new is made without it. */
  item: (NoInfer<Values> & { id: string }) | undefined
  initial: In
  /** The page of the list. */
  backTo: PagePath
  namespace: FormNamespace
}

/** The form of a page that makes one thing or changes it. Then it says so, with a way to undo a change, and goes back. */
export function useItemForm<In extends object, Values extends object>(
  schema: z.core.$ZodType<Values, In>,
  { resource: list, item, initial, backTo: page, namespace: words }: Options<In, Values>,
) {
  const { t } = useTranslation()
  const leave = useGoBack(page)
  const create = list.useCreate()
  const update = list.useUpdate({ showsError: true })
  const undo = list.useUpdate()
  const [id] = useState(newId)
  // As it was when the form opened: what others change meanwhile is theirs.
  const [before] = useState(item)

  async function change(before: Values & { id: string }, values: Values) {
    const { id } = before
    const [change, opposite] = differences(before, values)
    const saved = await update.mutateAsync({ id, change })
    toast.show(t(saved === undefined ? 'shell.waiting.kept' : `${words}.form.saved`), {
      action: { label: t('ui.undo'), onPress: () => undo.mutate({ id, change: opposite }) },
    })
  }

  const form = useContractForm(schema, {
    initial,
    onSubmit: async (values) => {
      if (before === undefined) {
        const made = await create.mutateAsync({ ...values, id })
        toast.show(t(made === undefined ? 'shell.waiting.kept' : `${words}.form.created`))
      } else if (form.isDirty) await change(before, values)
      leave()
    },
    fallback: before === undefined ? `${words}.failed.create` : `${words}.failed.update`,
  })
  return form
}

/** What differs: as it is now, and as it was. */
function differences<Values extends object>(
  before: Values,
  now: Values,
): [now: Partial<Values>, before: Partial<Values>] {
  const names = (Object.keys(now) as (keyof Values)[]).filter((name) => now[name] !== before[name])
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
  return [pick(now), pick(before)]
}
