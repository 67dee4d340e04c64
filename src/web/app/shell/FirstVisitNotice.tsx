import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readStored } from '#web/storage.ts'

/** A notice that cannot be loaded is no reason to show an error page. */
const Notice = lazy((): Promise<{ default: () => ReactNode }> =>
  import('./FirstVisitDialog.tsx').then(
    (module) => ({ default: module.FirstVisitDialog }),
    () => ({ default: () => null }),
  ),
)

export function FirstVisitNotice() {
  const [isFirstVisit] = useState(() => readStored('first-visit') === undefined)
  return (
    isFirstVisit && (
      <Suspense>
        <Notice />
      </Suspense>
    )
  )
}
