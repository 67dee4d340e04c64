import { useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useRemoveEntries, useRestoreEntries } from '#web/features/time-entries/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'

interface DeleteEntriesDialogProps {
  /** The dialog is open while this is set. */
  entries: readonly TimeEntry[] | undefined
  onClose: () => void
}

/** Asks before entries are deleted, and offers to undo it. */
export function DeleteEntriesDialog({ entries, onClose }: DeleteEntriesDialogProps) {
  const { t, language } = useTranslation()
  const remove = useRemoveEntries()
  const restore = useRestoreEntries()
  // Keeps its text while it fades out.
  const [displayed, setDisplayed] = useState(entries)
  if (entries !== undefined && entries !== displayed) setDisplayed(entries)
  if (displayed === undefined) return null

  const count = displayed.length
  const time = formatDuration(
    displayed.reduce((sum, { duration }) => sum + duration, 0),
    language,
  )
  const confirm = async () => {
    const trashId = await remove.mutateAsync(displayed.map(({ id }) => id))
    toast.show(t('entries.delete.done', { count }), { undo: () => restore.mutate({ trashId, entries: displayed }) })
  }
  return (
    <LazyConfirmDialog
      isOpen={entries !== undefined}
      onOpenChange={onClose}
      title={t('entries.delete.title', { count })}
      confirmLabel={t('entries.delete.confirm', { count })}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t, 'entries.failed.delete')}
    >
      {t('entries.delete.text', { count, time })} {t('list.noUndo')}
    </LazyConfirmDialog>
  )
}
