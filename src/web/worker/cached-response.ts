/** The built files of one version of the app, as the build lists them; none while it is being developed. */
export interface AppShell {
  version: string
  /** The script that the page begins with: it tells one version from another. */
  entry: string
  files: readonly string[]
}

/** What is the server's own, or is answered by it alone. */
const SERVER_PATHS = /^\/(api|socket\.io|assets|health|ready|metrics)(\/|$)/

type CachedResponse = 'page' | 'file' | undefined

interface ShellRequest {
  method: string
  mode: string
  url: string
}

/** What of a version answers a request; undefined: none of our business. */
export function cachedResponseFor({ method, mode, url }: ShellRequest, files: ReadonlySet<string>) {
  const { pathname } = new URL(url)
  const answer: CachedResponse = mode === 'navigate' ? 'page' : 'file'
  if (method !== 'GET') return undefined
  return (answer === 'page' ? !SERVER_PATHS.test(pathname) : files.has(pathname)) ? answer : undefined
}
