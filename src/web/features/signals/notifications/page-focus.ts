const LOCK = 'ritmo-seen'

/** The page that somebody looks at holds a lock, for the other tabs to see. Returns how to stop that. */
export function holdFocusLock(onSeen: () => void) {
  const leaving = new AbortController()
  let letGo: AbortController | undefined

  function adjust() {
    const isSeen = document.hasFocus()
    if (isSeen === (letGo !== undefined)) return
    letGo?.abort()
    letGo = undefined
    if (!isSeen) return
    onSeen()
    letGo = new AbortController()
    hold(letGo.signal)
  }

  adjust()
  for (const name of ['focus', 'blur']) addEventListener(name, adjust, { signal: leaving.signal })
  document.addEventListener('visibilitychange', adjust, { signal: leaving.signal })
  return () => {
    leaving.abort()
    letGo?.abort()
  }
}

function hold(signal: AbortSignal) {
  const untilLetGo = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  // Not there on pages without https, which cannot notify either. Refused only when the page is left at once.
  ;(navigator as Partial<Navigator>).locks?.request(LOCK, { mode: 'shared', signal }, untilLetGo).catch(() => undefined)
}

/** Whether any page of this browser is looked at: what it shows is enough then. */
export async function isAnyPageFocused() {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === LOCK)
}
