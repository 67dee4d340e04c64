import { Suspense, useState } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'

const HistoryDialog = lazyComponent(() =>
  import('./HistoryDialog.tsx').then((module) => ({ default: module.HistoryDialog })),
)

interface LazyHistoryDialogProps {
  /** The id of an entry. The dialog is open while this is set. */
  id: string | undefined
  onClose: () => void
  onRestored?: () => void
}

/** A `HistoryDialog` that loads when it first opens. */
export function LazyHistoryDialog({ id, onClose, onRestored }: LazyHistoryDialogProps) {
  // Keeps its content while it fades out.
  const [displayed, setDisplayed] = useState(id)
  if (id !== undefined && id !== displayed) setDisplayed(id)
  if (displayed === undefined) return null
  const handleRestored = () => {
    onClose()
    onRestored?.()
  }
  return (
    <Suspense>
      <HistoryDialog id={displayed} isOpen={id !== undefined} onClose={onClose} onRestored={handleRestored} />
    </Suspense>
  )
}
