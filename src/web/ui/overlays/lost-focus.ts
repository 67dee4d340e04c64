/** True in menus and dialogs, and for null: the focused element has been removed. */
export const isOutsidePage = (element: Element | null) => (element?.closest('#main, #root nav') ?? null) === null

/** Waits while the focus is in a menu or dialog that may be closing, and runs the action if it ends up nowhere. */
export function whenFocusIsLost(action: () => void) {
  let frame = requestAnimationFrame(function check() {
    if (document.activeElement === document.body) action()
    else if (isOutsidePage(document.activeElement)) frame = requestAnimationFrame(check)
  })
  return () => cancelAnimationFrame(frame)
}
