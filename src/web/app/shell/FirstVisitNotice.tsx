import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readStored } from '#web/storage.ts'

/** If the dialog cannot be loaded, nothing is shown instead of an error page. */
const FirstVisitDialog = lazy((): Promise<{ default: () => ReactNode }> =>
  import('./FirstVisitDialog.tsx').then(
    (module) => ({ default: module.FirstVisitDialog }),
    () => ({ default: () => null }),
  ),
)

/** The operator can turn the notice off. */
const isOn = () => document.querySelector('[name=notice][content=off]') === null

export function FirstVisitNotice() {
  const [isFirstVisit] = useState(() => readStored('first-visit') === undefined && isOn())
  return (
    isFirstVisit && (
      <Suspense>
        <FirstVisitDialog />
      </Suspense>
    )
  )
}
