import type { IncomingMessage, Server } from 'node:http'

/** The path of the address that users open, like `/ritmo`; empty if the site is at the root of its host. */
export const basePathOf = (publicUrl: string) => new URL(publicUrl).pathname.replace(/\/+$/, '')

/**
 * Removes the base path from every request, so that routes do not know it. A proxy may also remove it: requests without
 * it are answered the same. Must be called after all other listeners were added, because it has to run first.
 */
export function removeBasePath(server: Server, basePath: string) {
  if (basePath === '') return
  const rewrite = (request: IncomingMessage) => {
    request.url = withoutBasePath(request.url ?? '/', basePath)
  }
  server.prependListener('request', rewrite)
  server.prependListener('upgrade', rewrite)
}

export function withoutBasePath(url: string, basePath: string) {
  const rest = url.startsWith(basePath) ? url.slice(basePath.length) : url
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** Adds the base path to the addresses in the page, and tells it to the scripts. */
export const withBasePath = (page: string, basePath: string) =>
  page.replaceAll(/(?<= (?:src|href)=")\/(?!\/)/g, `${basePath}/`).replace('<html', `<html data-base="${basePath}"`)
