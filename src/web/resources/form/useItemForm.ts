import { useState } from 'react'
import { newId } from '#web/api/new-id.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { type FullyLoadedResource, RESOURCE_PAGES } from '#web/resources/list/resource-pages.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useContractForm } from './useContractForm.ts'
import type { FormSchema } from './useFormRules.ts'
import { useGoBack } from './useGoBack.ts'

/** The part of a resource that a form uses. */
interface FormList<Values> {
  useCreate: () => { mutateAsync: (draft: Values & { id: string }) => Promise<unknown> }
  useUpdate: (options?: { showsError?: boolean }) => {
    mutate: (variables: { id: string; change: Partial<Values> }) => void
    mutateAsync: (variables: { id: string; change: Partial<Values> }) => Promise<unknown>
  }
}

interface Options<In, Values> {
  list: FormList<Values>
  /** The item to change. Without one, the form creates an item. */
  item: (NoInfer<Values> & { id: string }) | undefined
  initial: In
}

/**
 * The form that creates or changes an item, and the props of its page. After saving it shows a toast, with Undo for a
 * change, and goes back.
 */
export function useItemForm<In extends object, Values extends object>(
  resource: FullyLoadedResource,
  schema: FormSchema<In, Values>,
  { list, item, initial }: Options<In, Values>,
) {
  const { t } = useTranslation()
  const { path, singular, newItem } = RESOURCE_PAGES[resource]
  const goBack = useGoBack(path)
  const create = list.useCreate()
  const update = list.useUpdate({ showsError: true })
  const undo = list.useUpdate()
  const [id] = useState(newId)
  // Compare with the item as it was when the form opened, to leave changes by other devices alone.
  const [before] = useState(item)

  async function change(before: Values & { id: string }, values: Values) {
    const { id } = before
    const [change, opposite] = differences(before, values)
    const saved = await update.mutateAsync({ id, change })
    toast.show(t(saved === undefined ? 'shell.waiting.kept' : `${resource}.form.saved`), {
      undo: () => undo.mutate({ id, change: opposite }),
    })
  }

  const form = useContractForm(schema, {
    initial,
    onSubmit: async (values) => {
      if (before === undefined) {
        const created = await create.mutateAsync({ ...values, id })
        toast.show(t(created === undefined ? 'shell.waiting.kept' : `${resource}.form.created`))
      } else if (form.isDirty) await change(before, values)
      goBack()
    },
    fallback: `${resource}.failed.${before === undefined ? 'create' : 'update'}`,
  })
  return { form, page: { form, backTo: path, title: t(`shell.page.${item === undefined ? newItem : singular}`) } }
}

/** The fields that differ: their new and their old values. */
function differences<Values extends object>(
  before: Values,
  now: Values,
): [now: Partial<Values>, before: Partial<Values>] {
  const names = (Object.keys(now) as (keyof Values)[]).filter((name) => now[name] !== before[name])
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
  return [pick(now), pick(before)]
}
