import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { newId } from '#web/api/new-id.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { addPendingCreate } from './pending-creates.ts'

/** Value and handler of a field that selects one item or none. */
export interface Choice {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** A translation namespace with texts for quick creation. */
type QuickCreateNamespace = NamespaceOf<TextKey>
type NamespaceOf<Key> = Key extends `${infer Namespace}.form.quickCreated` ? Namespace : never

interface Options<Draft> {
  create: { mutateAsync: (draft: Draft) => Promise<unknown> }
  remove: { mutate: (id: string) => void }
  /** Makes a draft with defaults from a name. */
  toDraft: (name: string) => Draft
  namespace: QuickCreateNamespace
  onCreated: (id: string) => void
  onUndone: (id: string) => void
}

/** Creates an item from a name typed into a selection field. A toast confirms it and offers Undo. */
export function useQuickCreate<Draft extends object>(options: Options<Draft>) {
  const { t } = useTranslation()
  const { create, remove, toDraft, namespace } = options
  // The selection may have changed by the time of the response, so the callbacks must be the latest ones.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  async function createItem(name: string) {
    const id = newId()
    await create.mutateAsync({ ...toDraft(name), id })
    // A form that waits for the item is saved right afterwards.
    flushSync(() => latest.current.onCreated(id))
    const undo = () => {
      latest.current.onUndone(id)
      remove.mutate(id)
    }
    toast.show(t(`${namespace}.form.quickCreated`, { name }), { undo })
  }

  return (name: string) => {
    const created = createItem(name).catch((error: unknown) => {
      const nameError = error instanceof ApiError ? error.details['name'] : undefined
      toast.show(nameError ?? errorMessage(error, t, `${namespace}.failed.create`), { tone: 'danger' })
    })
    addPendingCreate(created)
  }
}
