import { entryScriptPath } from './new-version.ts'

/** Its downloads must not compete with those of the first page. */
const REGISTER_DELAY_MS = 2_000

/** Has the app kept on the device, so that it opens without a network. */
export function startServiceWorker() {
  // Absent where the page did not come over https; while developing, files change all the time.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => setTimeout(() => void register().catch(() => undefined), REGISTER_DELAY_MS))
}

/** A newer worker waits until no page needs the one before: this page tells it which version it is of. */
async function register() {
  const registration = await navigator.serviceWorker.register('/sw.js')
  const tell = () => registration.waiting?.postMessage({ type: 'take-over', entry: entryScriptPath() })
  tell()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell))
}
