import { useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { writeDuration } from '#core/duration-text.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'
import { useRemoveEntries } from '#web/features/time-entries/queries.ts'

interface DeleteEntriesDialogProps {
  /** Open while there are any. */
  entries: readonly TimeEntry[] | undefined
  onClose: () => void
}

/** Asks before one or many are deleted for ever. */
export function DeleteEntriesDialog({ entries, onClose }: DeleteEntriesDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveEntries()
  // It keeps its words while it fades away.
  const [shown, setShown] = useState(entries)
  if (entries !== undefined && entries !== shown) setShown(entries)
  if (shown === undefined) return null

  const count = shown.length
  const time = writeDuration(shown.reduce((sum, { duration }) => sum + duration, 0))
  return (
    <LazyConfirmDialog
      isOpen={entries !== undefined}
      onOpenChange={onClose}
      title={t('entries.delete.title', { count })}
      confirmLabel={t('entries.delete.confirm', { count })}
      onConfirm={() => remove.mutateAsync(shown.map(({ id }) => id))}
      describeError={(error) => errorMessage(error, t, 'entries.failed.delete')}
    >
      {t('entries.delete.text', { count, time })} {t('list.noUndo')}
    </LazyConfirmDialog>
  )
}
