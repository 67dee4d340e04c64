import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const LoadedConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** A `ConfirmDialog` that loads when it first opens. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <LoadedConfirmDialog {...props} />
      </Suspense>
    )
  )
}
