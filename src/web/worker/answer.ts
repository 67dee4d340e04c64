/** The built files of one version of the app, as the build lists them; none while it is being developed. */
export interface Shell {
  version: string
  /** The script that the page begins with: it tells one version from another. */
  entry: string
  files: readonly string[]
}

/** What is the server's own, or is answered by it alone. */
const NOT_OURS = /^\/(api|socket\.io|assets|health|ready|metrics)(\/|$)/

type Answer = 'page' | 'file' | undefined

interface Asked {
  method: string
  mode: string
  url: string
}

/** What of a version answers a request; undefined: none of our business. */
export function answerOf({ method, mode, url }: Asked, files: ReadonlySet<string>) {
  const { pathname } = new URL(url)
  const answer: Answer = mode === 'navigate' ? 'page' : 'file'
  if (method !== 'GET') return undefined
  return (answer === 'page' ? !NOT_OURS.test(pathname) : files.has(pathname)) ? answer : undefined
}
