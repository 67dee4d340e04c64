import { Suspense } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import type { EndPhaseConfirmation } from './end-phase-confirmation.ts'

export const loadEndPhaseDialog = () => import('./EndPhaseDialog.tsx')
const EndPhaseDialog = lazyComponent(() => loadEndPhaseDialog().then((module) => ({ default: module.EndPhaseDialog })))

export function LazyEndPhaseDialog({ confirmation }: { confirmation: EndPhaseConfirmation | undefined }) {
  return (
    confirmation !== undefined && (
      <Suspense>
        <EndPhaseDialog {...confirmation} />
      </Suspense>
    )
  )
}
