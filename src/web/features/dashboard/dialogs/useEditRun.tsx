import { Suspense, useState } from 'react'
import { useTimer } from '#web/features/timer/queries.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'

const loadDialog = () => import('./EditRunDialog.tsx')
const EditRunDialog = lazyComponent(() => loadDialog().then((module) => ({ default: module.EditRunDialog })))

/** Opens the dialog that edits the active run; it closes when the run ends. The caller renders `dialog`. */
export function useEditRun({ hasSubject }: { hasSubject: boolean }) {
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const [isOpen, setIsOpen] = useState(false)
  return {
    editRun: () => loadChunkThen(loadDialog, () => setIsOpen(true)),
    dialog: isOpen && isActive && (
      <Suspense>
        <EditRunDialog hasSubject={hasSubject} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
