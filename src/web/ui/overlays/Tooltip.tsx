import { type FocusEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

const DELAY_MS = 500
const GAP_PX = 6
const MARGIN_PX = 8

/** What the one control inside means: after a moment under the pointer, at once with the keyboard. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const { anchor, handlers } = useAnchor()
  return (
    <span className="contents" {...handlers}>
      {children}
      {anchor !== undefined && <Bubble text={text} anchor={anchor} />}
    </span>
  )
}

/** The control that is pointed at or focused. */
function useAnchor() {
  const [anchor, setAnchor] = useState<Element>()
  const [wanted, setWanted] = useState<Element>()
  const hide = useCallback(() => {
    setWanted(undefined)
    setAnchor(undefined)
  }, [])

  useEffect(() => {
    if (wanted === undefined) return
    const timeout = setTimeout(() => setAnchor(wanted), DELAY_MS)
    return () => clearTimeout(timeout)
  }, [wanted])

  useEffect(() => {
    if (anchor === undefined) return
    const end = new AbortController()
    const hideOn = (name: string) => addEventListener(name, hide, { capture: true, signal: end.signal })
    for (const name of ['scroll', 'pointerdown', 'keydown']) hideOn(name)
    return () => end.abort()
  }, [anchor, hide])

  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setWanted(event.currentTarget.firstElementChild ?? undefined)
    },
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) setAnchor(event.target)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onBlur: hide,
  }
  return { anchor, handlers }
}

/** Above everything else, so that nothing cuts it off. */
function Bubble({ text, anchor }: { text: string; anchor: Element }) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (bubble.current === null) return
    // Not every browser has a layer above all others.
    bubble.current.showPopover?.()
    positionBubble(bubble.current, anchor.getBoundingClientRect())
  }, [anchor])
  return (
    <div
      ref={bubble}
      popover="manual"
      role="tooltip"
      className="m-0 max-w-64 rounded-small bg-ink px-2.5 py-1.5 text-caption font-medium text-canvas shadow-pop"
    >
      {text}
    </div>
  )
}

/** Over the middle of what it is about, or under it where there is no room, and never beyond the window. */
function positionBubble(bubble: HTMLElement, target: DOMRect) {
  const { width, height } = bubble.getBoundingClientRect()
  const left = target.left + (target.width - width) / 2
  const above = target.top - height - GAP_PX
  Object.assign(bubble.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${Math.max(MARGIN_PX, Math.min(left, innerWidth - width - MARGIN_PX))}px`,
    top: `${above >= MARGIN_PX ? above : target.bottom + GAP_PX}px`,
  })
}
