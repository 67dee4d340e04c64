import { type AppShell, cachedResponseFor } from './cached-response.ts'

const PAGE_TIMEOUT_MS = 3_000

/** Caches this version of the app and serves it without a network. A page gets all its files from its own version. */
export function serveAppShell(worker: ServiceWorkerGlobalScope, shell: AppShell, basePath: string) {
  if (shell.files.length === 0) return
  const prefix = `ritmo-${basePath}`
  const name = prefix + shell.version
  const files = shell.files.map((file) => basePath + file)
  const knownFiles = new Set(files)
  const entry = basePath + shell.entry
  const pagePath = `${basePath}/index.html`

  async function cacheAll() {
    const cache = await caches.open(name)
    await cache.addAll(files.filter((file) => file !== pagePath))
    const page = await fetch(pagePath, { cache: 'no-store' })
    // A newer version is being deployed, and its own worker will follow.
    if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('The page is of another version')
    await cache.put(pagePath, page)
  }

  async function deleteOtherVersions() {
    // Other names belong to other sites of this origin.
    const isOwn = (other: string) => other.startsWith(prefix) && other.length === name.length
    const others = (await caches.keys()).filter((other) => isOwn(other) && other !== name)
    await Promise.all(others.map((other) => caches.delete(other)))
    await worker.clients.claim()
  }

  const readCached = async (path: string) => (await caches.open(name)).match(path, { ignoreVary: true })

  async function respondWithPage(request: Request) {
    const response = fetch(request).then(
      (reply) => (isGatewayError(reply) ? undefined : reply),
      () => undefined,
    )
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS))
    return (
      (await Promise.race([response, timeout])) ?? (await readCached(pagePath)) ?? (await response) ?? Response.error()
    )
  }

  /** Activates this worker at once if the only open page is of its version. */
  async function activateIfAlone(pageEntry: unknown) {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (pageEntry === entry && windows.length === 1) await worker.skipWaiting()
  }

  worker.addEventListener('install', (event) => event.waitUntil(cacheAll()))
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOtherVersions()))
  worker.addEventListener('message', (event) => {
    const { type, entry } = event.data as { type?: unknown; entry?: unknown }
    if (type === 'take-over') event.waitUntil(activateIfAlone(entry))
  })
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    if (new URL(request.url).origin !== location.origin) return
    const kind = cachedResponseFor(request, knownFiles, basePath)
    if (kind === 'page') event.respondWith(respondWithPage(request))
    if (kind === 'file')
      event.respondWith(readCached(new URL(request.url).pathname).then((file) => file ?? fetch(request)))
  })
}

/** Whether a proxy replied because it cannot reach the server. */
const isGatewayError = ({ status }: Response) => status >= 502 && status <= 504
