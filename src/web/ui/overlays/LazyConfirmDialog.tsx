import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const LoadedConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** A `ConfirmDialog` that loads when it first opens. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const [isWanted, setIsWanted] = useState(props.isOpen)
  if (props.isOpen && !isWanted) setIsWanted(true)
  return (
    isWanted && (
      <Suspense>
        <LoadedConfirmDialog {...props} />
      </Suspense>
    )
  )
}
