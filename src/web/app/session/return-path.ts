// Any host would do: the path is only read against it, to see whether it leads away.
const HERE = 'https://here.invalid'

/** Where to go after signing in: the path that was asked for if it is one of this site, else the dashboard. */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !isLocal(path)) return '/'
  const { origin, pathname, search, hash } = new URL(path, HERE)
  const normalised = pathname + search + hash
  return origin === HERE && isLocal(normalised) ? normalised : '/'
}

/** Browsers read a backslash as a slash and drop tabs and line breaks, so none of them may be there. */
function isLocal(path: string) {
  return /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)
}
