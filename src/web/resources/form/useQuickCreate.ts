import { useEffect, useRef } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'

/** One of a list, or none of it. */
export interface Choice {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** A feature that has words for what is made in passing. */
type QuickCreateNamespace = NamespaceOf<TextKey>
type NamespaceOf<Key> = Key extends `${infer Words}.form.quickCreated` ? Words : never

interface Options<Draft> {
  create: { mutateAsync: (draft: Draft) => Promise<unknown> }
  remove: { mutate: (id: string) => void }
  /** What is made of a name alone. */
  toDraft: (name: string) => Draft
  namespace: QuickCreateNamespace
  onCreated: (id: string) => void
  onUndone: (id: string) => void
}

/** Makes a thing by its name from where one is to be chosen, says so, and offers to take it back. */
export function useQuickCreate<Draft extends object>(options: Options<Draft>) {
  const { t } = useTranslation()
  const { create, remove, toDraft: draft, namespace: words } = options
  // What is chosen when the answer comes may be more than what was chosen when the name was typed.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  async function make(name: string) {
    const id = newId()
    await create.mutateAsync({ ...draft(name), id })
    latest.current.onCreated(id)
    const undo = () => {
      latest.current.onUndone(id)
      remove.mutate(id)
    }
    toast.show(t(`${words}.form.quickCreated`, { name }), { action: { label: t('ui.undo'), onPress: undo } })
  }

  return (name: string) => {
    make(name).catch((error: unknown) => {
      const aboutName = error instanceof ApiError ? error.details['name'] : undefined
      toast.show(aboutName ?? errorMessage(error, t, `${words}.failed.create`), { tone: 'danger' })
    })
  }
}
