import { lazy, Suspense } from 'react'
import type { EndPhaseConfirmation } from './end-phase-confirmation.ts'

export const loadEndPhaseDialog = () => import('./EndPhaseDialog.tsx')
const EndPhaseDialog = lazy(() => loadEndPhaseDialog().then((module) => ({ default: module.EndPhaseDialog })))

export function LazyEndPhaseDialog({ confirmation }: { confirmation: EndPhaseConfirmation | undefined }) {
  return (
    confirmation !== undefined && (
      <Suspense>
        <EndPhaseDialog {...confirmation} />
      </Suspense>
    )
  )
}
