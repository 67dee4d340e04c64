import { nameInOrigin } from '#web/base-path.ts'

const LOCK = nameInOrigin('ritmo-seen')

/** Holds a lock while this page has the focus, which other tabs can query. Returns a function that stops it. */
export function holdFocusLock(onFocus: () => void) {
  const stopping = new AbortController()
  let release: AbortController | undefined

  function update() {
    const isFocused = document.hasFocus()
    if (isFocused === (release !== undefined)) return
    release?.abort()
    release = undefined
    if (!isFocused) return
    onFocus()
    release = new AbortController()
    hold(release.signal)
  }

  update()
  for (const name of ['focus', 'blur']) addEventListener(name, update, { signal: stopping.signal })
  document.addEventListener('visibilitychange', update, { signal: stopping.signal })
  return () => {
    stopping.abort()
    release?.abort()
  }
}

function hold(signal: AbortSignal) {
  const untilReleased = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  // Web Locks are missing on pages without https, which cannot notify either. Rejects if the focus is lost at once.
  ;(navigator as Partial<Navigator>).locks
    ?.request(LOCK, { mode: 'shared', signal }, untilReleased)
    .catch(() => undefined)
}

/** Whether any page of this browser has the focus, so that no notification is needed. */
export async function isAnyPageFocused() {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === LOCK)
}
