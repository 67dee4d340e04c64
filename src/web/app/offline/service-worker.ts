import { BASE_PATH } from '#web/base-path.ts'
import { entryScriptPath } from './new-version.ts'

/** The worker's downloads must not compete with those of the first page. */
const REGISTER_DELAY_MS = 2_000

/** Registers the service worker, which lets the app open without a network. */
export function startServiceWorker() {
  // Service workers are missing on pages without https. In development the files change all the time.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => setTimeout(() => void register().catch(() => undefined), REGISTER_DELAY_MS))
}

/** A newer worker waits until no page needs the previous one, so this page sends it its own version. */
async function register() {
  const registration = await navigator.serviceWorker.register(`${BASE_PATH}/sw.js`)
  const sendVersion = () => registration.waiting?.postMessage({ type: 'take-over', entry: entryScriptPath() })
  sendVersion()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', sendVersion),
  )
}
