/** The path of an endpoint with its parameters. Undefined if one is missing: the path would name a whole list. */
export function fillPath(path: string, params: Record<string, string | number>): string | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const isMissing = (name: string) => ['', 'undefined'].includes(String(params[name] ?? ''))
  if (names.some(isMissing)) return undefined
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
