/**
 * Holds text, and Enter after it, while the code of a panel or form loads, and enters it into the field that then gets
 * the focus. Without it, the keys would be lost or taken for shortcuts of the page. Returns a function that ends the wait.
 */
export function holdTypedText() {
  let text = ''
  let isEntered = false
  const wait = new AbortController()
  const options = { capture: true, signal: wait.signal }

  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
    if (event.key === 'Tab') wait.abort()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (isEnterAfter(text, event)) isEntered = true
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const enter = ({ target }: FocusEvent) => {
    // A dialog has the focus itself for a moment, before its field.
    if (target instanceof HTMLElement && target.role === 'dialog') return
    wait.abort()
    // After the handlers of the focus event, which may select the text to be replaced.
    if (!isTextField(target)) return
    queueMicrotask(() => enterText(target, text))
    if (isEntered) requestAnimationFrame(() => pressEnter(target))
  }
  addEventListener('keydown', hold, options)
  addEventListener('focusin', enter, options)
  addEventListener('pointerdown', () => wait.abort(), options)
  return () => wait.abort()
}

/** The key that opened the panel may still be held down. */
const isEnterAfter = (text: string, { key, repeat }: KeyboardEvent) => key === 'Enter' && !repeat && text !== ''

/** A checkbox or slider has no selection. */
const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.selectionStart !== null

function enterText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  if (text === '') return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}

/** Does what the browser does: unless the key is handled, it submits the form. */
function pressEnter(field: HTMLInputElement | HTMLTextAreaElement) {
  const isUnhandled = field.dispatchEvent(keyDown('Enter'))
  if (isUnhandled && field instanceof HTMLInputElement) field.form?.requestSubmit()
}

const keyDown = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })

/** Presses keys, one a frame: each may depend on what the one before it has rendered. By default on the focused element. */
export function pressKeys([key, ...others]: readonly string[], target?: Element) {
  if (key === undefined) return
  requestAnimationFrame(() => {
    const pressed = target ?? document.activeElement
    pressed?.dispatchEvent(keyDown(key))
    pressKeys(others, target)
  })
}
