// Any origin would do: the path is resolved against it to see whether it leaves this site.
const HERE = 'https://here.invalid'

/** The path to open after signing in: the requested one if it belongs to this site, otherwise the dashboard. */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !isLocal(path)) return '/'
  const { origin, pathname, search, hash } = new URL(path, HERE)
  const normalised = pathname + search + hash
  return origin === HERE && isLocal(normalised) ? normalised : '/'
}

/** Browsers read a backslash as a slash and drop tabs and line breaks, so a path must not contain them. */
function isLocal(path: string) {
  return /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)
}
