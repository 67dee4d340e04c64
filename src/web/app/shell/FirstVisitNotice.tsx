import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BASE_PATH } from '#web/base-path.ts'
import { readStored } from '#web/storage.ts'

/** If the dialog cannot be loaded, nothing is shown instead of an error page. */
const FirstVisitDialog = lazy((): Promise<{ default: () => ReactNode }> =>
  import('./FirstVisitDialog.tsx').then(
    (module) => ({ default: module.FirstVisitDialog }),
    () => ({ default: () => null }),
  ),
)

/** The operator can turn the notice off. It is for users, and those who read a shared report may be none. */
const isOn = () =>
  document.querySelector('[name=notice][content=off]') === null && location.pathname !== `${BASE_PATH}/shared`

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
