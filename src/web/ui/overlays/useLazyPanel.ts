import { type RefObject, useRef, useState } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'

/** A floating panel and the button it hangs on. */
export interface PanelState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** A button that opens a panel, which is loaded when the button is first pointed at, focused or pressed. */
export function useLazyPanel(load: () => Promise<unknown>) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  // Undefined: never opened, so there is nothing to draw yet.
  const [isOpen, setIsOpen] = useState<boolean>()
  const prepare = () => void load().catch(() => undefined)
  const open = () => loadChunkThen(load, () => setIsOpen(true))

  return {
    isWanted: isOpen !== undefined,
    open,
    focus: () => triggerRef.current?.focus(),
    trigger: {
      ref: triggerRef,
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen ?? false,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: open,
    },
    panel: { triggerRef, isOpen: isOpen ?? false, onOpenChange: setIsOpen } satisfies PanelState,
  } as const
}
