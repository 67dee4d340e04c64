import { type ComponentType, useState } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'
import type { ListItem } from './list-entries.ts'

interface DeleteDialogProps<Item extends ListItem> {
  /** Open while there is one. */
  item: Item | undefined
  onClose: () => void
  confirmLabel: string
  /** What goes with it, and what stays. */
  Consequences: ComponentType<{ item: Item }>
  onDelete: (item: Item) => Promise<unknown>
  /** What to say when the server gives no reason. */
  failure: TextKey
  alternative?: ((item: Item) => { label: string; onPress: () => void } | undefined) | undefined
}

/** Asks before something of a list is deleted for ever. */
export function DeleteDialog<Item extends ListItem>({ Consequences, ...props }: DeleteDialogProps<Item>) {
  const { t } = useTranslation()
  // It keeps its words while it fades away.
  const [shown, setShown] = useState(props.item)
  if (props.item !== undefined && props.item !== shown) setShown(props.item)

  if (shown === undefined) return null
  return (
    <LazyConfirmDialog
      isOpen={props.item !== undefined}
      onOpenChange={props.onClose}
      title={t('list.deleteTitle', { name: shown.name })}
      confirmLabel={props.confirmLabel}
      onConfirm={() => props.onDelete(shown)}
      describeError={(error) => errorMessage(error, t, props.failure)}
      alternative={props.alternative?.(shown)}
    >
      <Consequences item={shown} /> {t('list.noUndo')}
    </LazyConfirmDialog>
  )
}
