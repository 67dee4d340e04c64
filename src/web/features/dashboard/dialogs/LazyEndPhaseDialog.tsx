import { lazy, Suspense } from 'react'
import { loadEndPhaseDialog } from './load-end-phase-dialog.ts'
import type { EndPhaseConfirmation } from '#web/features/dashboard/controls/useTimerControls.ts'

const Questions = lazy(() => loadEndPhaseDialog().then((module) => ({ default: module.EndPhaseDialog })))

/** What is to be asked now, if anything. */
export function LazyEndPhaseDialog({ asked }: { asked: EndPhaseConfirmation | undefined }) {
  return (
    asked !== undefined && (
      <Suspense>
        <Questions {...asked} />
      </Suspense>
    )
  )
}
