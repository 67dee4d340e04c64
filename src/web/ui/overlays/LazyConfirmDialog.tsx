import { type ComponentProps, Suspense, useState } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const LoadedConfirmDialog = lazyComponent(() =>
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
