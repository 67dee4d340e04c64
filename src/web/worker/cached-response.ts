/** The built files of one version of the app, as listed by the build; none in development. */
export interface AppShell {
  version: string
  /** The entry script of the page, which differs between versions. */
  entry: string
  files: readonly string[]
}

/** Paths that only the server answers. */
const SERVER_PATHS = /^\/(api|socket\.io|assets|health|ready|metrics)(\/|$)/

type CachedResponse = 'page' | 'file' | undefined

interface ShellRequest {
  method: string
  mode: string
  url: string
}

/** The kind of cached response for a request; undefined if the network alone answers it. */
export function cachedResponseFor({ method, mode, url }: ShellRequest, files: ReadonlySet<string>, basePath = '') {
  const { pathname } = new URL(url)
  const kind: CachedResponse = mode === 'navigate' ? 'page' : 'file'
  if (method !== 'GET') return undefined
  return (kind === 'page' ? !SERVER_PATHS.test(pathname.slice(basePath.length)) : files.has(pathname))
    ? kind
    : undefined
}
