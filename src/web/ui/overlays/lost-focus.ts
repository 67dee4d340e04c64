/** True in menus and dialogs, and for null: the focused element has been removed. */
export const isOutsidePage = (element: Element | null) => (element?.closest('#main, #root nav') ?? null) === null

/** Runs the action if no element has the focus. Waits first while a menu or dialog has it, which may be closing. */
export function whenFocusIsLost(action: () => void) {
  let frame = requestAnimationFrame(function check() {
    if (document.activeElement === document.body) action()
    else if (isOutsidePage(document.activeElement)) frame = requestAnimationFrame(check)
  })
  return () => cancelAnimationFrame(frame)
}
