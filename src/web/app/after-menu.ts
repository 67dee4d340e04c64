/** Goes on once the menu has closed and returned the focus: what opens then will return it to the same place. */
export function afterMenu(goOn: () => void) {
  const isOpen = document.querySelector('[role=menu]') !== null
  requestAnimationFrame(isOpen ? () => afterMenu(goOn) : goOn)
}
