/** Also when the focus is nowhere: its element went with what it was in. */
export const isOutsidePage = (element: Element | null) => (element?.closest('#main, #root nav') ?? null) === null

/** A menu or a dialog that asked what to do may still be closing. */
export function whenFocusIsLost(action: () => void) {
  let frame = requestAnimationFrame(function check() {
    if (document.activeElement === document.body) action()
    else if (isOutsidePage(document.activeElement)) frame = requestAnimationFrame(check)
  })
  return () => cancelAnimationFrame(frame)
}
