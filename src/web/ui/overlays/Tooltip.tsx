import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const DELAY_MS = 500
const GAP_PX = 6
const MARGIN_PX = 8

/** Explains the one control inside: after a delay on hover, at once on keyboard focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const { anchor, handlers } = useAnchor()
  return (
    <span className="contents" {...handlers}>
      {children}
      {anchor !== undefined && <Bubble text={text} anchor={anchor} />}
    </span>
  )
}

/** The control to show the tooltip for. */
function useAnchor() {
  const [anchor, setAnchor] = useState<Element>()
  const [hovered, setHovered] = useState<Element>()
  const hide = useCallback(() => {
    setHovered(undefined)
    setAnchor(undefined)
  }, [])

  useEffect(() => {
    if (hovered === undefined) return
    const timeout = setTimeout(() => setAnchor(hovered), DELAY_MS)
    return () => clearTimeout(timeout)
  }, [hovered])

  useEffect(() => {
    if (anchor === undefined) return
    const controller = new AbortController()
    const hideOn = (name: string) => addEventListener(name, hide, { capture: true, signal: controller.signal })
    for (const name of ['scroll', 'pointerdown', 'keydown']) hideOn(name)
    return () => controller.abort()
  }, [anchor, hide])

  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setHovered(event.currentTarget.firstElementChild ?? undefined)
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

/** In the browser's top layer, so that no ancestor clips it. */
function Bubble({ text, anchor }: { text: string; anchor: Element }) {
  const bubble = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const others = anchor.getAttribute('aria-describedby')
    anchor.setAttribute('aria-describedby', others === null ? id : `${others} ${id}`)
    return () => {
      if (others === null) anchor.removeAttribute('aria-describedby')
      else anchor.setAttribute('aria-describedby', others)
    }
  }, [anchor, id])
  useEffect(() => {
    if (bubble.current === null) return
    // Older browsers have no top layer.
    bubble.current.showPopover?.()
    positionBubble(bubble.current, anchor.getBoundingClientRect())
  }, [anchor])
  return (
    <div
      ref={bubble}
      id={id}
      popover="manual"
      role="tooltip"
      className="m-0 max-w-64 rounded-small bg-ink px-2.5 py-1.5 text-caption font-medium text-canvas shadow-pop"
    >
      {text}
    </div>
  )
}

/** Centres the bubble above the target, or below it where there is no room, and keeps it inside the window. */
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
