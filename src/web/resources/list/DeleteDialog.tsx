import { type ComponentType, useState } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'
import type { ListItem } from './list-entries.ts'

interface DeleteDialogProps<Item extends ListItem> {
  /** The dialog is open while there is an item. */
  item: Item | undefined
  onClose: () => void
  confirmLabel: string
  /** Says what is deleted with the item and what stays. */
  Consequences: ComponentType<{ item: Item }>
  onDelete: (item: Item) => Promise<unknown>
  /** Used if the server's error has no message. */
  failure: TextKey
  alternative?: ((item: Item) => { label: string; onPress: () => void } | undefined) | undefined
}

/** Asks before an item is deleted for good. */
export function DeleteDialog<Item extends ListItem>({ Consequences, ...props }: DeleteDialogProps<Item>) {
  const { t } = useTranslation()
  // Keep the texts during the closing animation.
  const [lastItem, setLastItem] = useState(props.item)
  if (props.item !== undefined && props.item !== lastItem) setLastItem(props.item)

  if (lastItem === undefined) return null
  return (
    <LazyConfirmDialog
      isOpen={props.item !== undefined}
      onOpenChange={props.onClose}
      title={t('list.deleteTitle', { name: lastItem.name })}
      confirmLabel={props.confirmLabel}
      onConfirm={() => props.onDelete(lastItem)}
      describeError={(error) => errorMessage(error, t, props.failure)}
      alternative={props.alternative?.(lastItem)}
    >
      <Consequences item={lastItem} /> {t('list.noUndo')}
    </LazyConfirmDialog>
  )
}
