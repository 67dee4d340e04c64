import { type RefObject, useRef, useState } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'

/** State of a popover and the button that opens it. */
export interface PanelState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** A button that opens a popover. Its code loads when the button is first hovered, focused or clicked. */
export function useLazyPanel(load: () => Promise<unknown>) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  // Undefined: never opened, so nothing is rendered.
  const [isOpen, setIsOpen] = useState<boolean>()
  const prepare = () => void load().catch(() => undefined)
  const open = () => loadChunkThen(load, () => setIsOpen(true))

  return {
    wasOpened: isOpen !== undefined,
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
