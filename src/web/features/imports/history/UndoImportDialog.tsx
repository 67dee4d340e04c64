import { useState } from 'react'
import type { Import } from '#contract/files/imports.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useRestoreImport, useUndoImport } from '#web/features/imports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'

export type UndoableImport = Pick<Import, 'id' | 'fileName' | 'timeEntries'>

interface UndoImportDialogProps {
  /** The dialog is open while this is defined. */
  item: UndoableImport | undefined
  onClose: () => void
  onUndone?: () => void
}

/** Asks for confirmation and deletes everything that an import created. */
export function UndoImportDialog({ item, onClose, onUndone }: UndoImportDialogProps) {
  const { t } = useTranslation()
  const undo = useUndoImport()
  const restore = useRestoreImport()
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(item)
  if (item !== undefined && item !== shown) setShown(item)
  if (shown === undefined) return null

  const confirm = async () => {
    const { timeEntries, trashId } = await undo.mutateAsync(shown.id)
    toast.show(t('imports.undo.done', { count: timeEntries }), { undo: () => restore.mutate(trashId) })
    onUndone?.()
  }
  return (
    <LazyConfirmDialog
      isOpen={item !== undefined}
      onOpenChange={onClose}
      title={t('imports.undo.title', { file: shown.fileName || t('imports.earlier.unnamed') })}
      confirmLabel={t('imports.undo.confirm')}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t, 'imports.failed.undo')}
    >
      {t('imports.undo.text', { count: shown.timeEntries })}
    </LazyConfirmDialog>
  )
}
