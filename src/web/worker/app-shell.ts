import { cachedResponseFor, type AppShell } from './cached-response.ts'

const PAGE = '/index.html'
const PAGE_TIMEOUT_MS = 3_000

/** Serves this version of the app without a network. A page gets all its files from the version that it is of. */
export function serveAppShell(worker: ServiceWorkerGlobalScope, { version, entry, files }: AppShell) {
  if (files.length === 0) return
  const name = `ritmo-${version}`
  const known = new Set(files)

  async function keepAll() {
    const cache = await caches.open(name)
    await cache.addAll(files.filter((file) => file !== PAGE))
    const page = await fetch(PAGE, { cache: 'no-store' })
    // A newer version is being put in place: its own worker will come.
    if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('The page is of another version')
    await cache.put(PAGE, page)
  }

  async function forgetOthers() {
    const others = (await caches.keys()).filter((other) => other !== name)
    await Promise.all(others.map((other) => caches.delete(other)))
    await worker.clients.claim()
  }

  const kept = async (path: string) => (await caches.open(name)).match(path, { ignoreVary: true })

  async function answerPage(request: Request) {
    const asked = fetch(request).then(
      (answer) => (isGatewayError(answer) ? undefined : answer),
      () => undefined,
    )
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS))
    return (await Promise.race([asked, late])) ?? (await kept(PAGE)) ?? (await asked) ?? Response.error()
  }

  /** A page of this version that is alone has nobody to wait for. */
  async function takeOver(ofEntry: unknown) {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (ofEntry === entry && windows.length === 1) await worker.skipWaiting()
  }

  worker.addEventListener('install', (event) => event.waitUntil(keepAll()))
  worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
  worker.addEventListener('message', (event) => {
    const { type, entry } = event.data as { type?: unknown; entry?: unknown }
    if (type === 'take-over') event.waitUntil(takeOver(entry))
  })
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    if (new URL(request.url).origin !== location.origin) return
    const answer = cachedResponseFor(request, known)
    if (answer === 'page') event.respondWith(answerPage(request))
    if (answer === 'file') event.respondWith(kept(new URL(request.url).pathname).then((file) => file ?? fetch(request)))
  })
}

/** A proxy that cannot reach the server. */
const isGatewayError = ({ status }: Response) => status >= 502 && status <= 504
