import { type ComponentType, useState } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { RemovedItem } from '#web/resources/resource.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { ListItem } from './list-entries.ts'
import type { FullyLoadedResource } from './resource-pages.ts'

export interface DeleteDialogProps<Item extends ListItem> {
  resource: FullyLoadedResource
  /** The dialog is open while there is an item. */
  item: Item | undefined
  onClose: () => void
  /** Resolves with the id in the trash. */
  remove: (id: string) => Promise<string>
  restore: (removed: RemovedItem<Item>) => void
  /** Says what is deleted with the item and what stays. */
  Consequences: ComponentType<{ item: Item }>
  alternative?: ((item: Item) => { label: string; onPress: () => void } | undefined) | undefined
}

/** Asks before an item is deleted with everything in it, and offers to undo it. */
export function DeleteDialog<Item extends ListItem>({ resource, Consequences, ...props }: DeleteDialogProps<Item>) {
  const { t } = useTranslation()
  // Keep the texts during the closing animation.
  const [lastItem, setLastItem] = useState(props.item)
  if (props.item !== undefined && props.item !== lastItem) setLastItem(props.item)

  if (lastItem === undefined) return null
  const confirm = async () => {
    const trashId = await props.remove(lastItem.id)
    toast.show(t('list.deleted', { name: lastItem.name }), { undo: () => props.restore({ trashId, item: lastItem }) })
  }
  return (
    <LazyConfirmDialog
      isOpen={props.item !== undefined}
      onOpenChange={props.onClose}
      title={t('list.deleteTitle', { name: lastItem.name })}
      confirmLabel={t(`${resource}.list.delete`)}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t, `${resource}.failed.delete`)}
      alternative={props.alternative?.(lastItem)}
    >
      <Consequences item={lastItem} /> {t('list.noUndo')}
    </LazyConfirmDialog>
  )
}
