import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/errors.ts'
import { sendAllowedMethods } from './allowed-methods.ts'
import { withBasePath } from './base-path.ts'
import { sendRefusal } from './error-reply.ts'

/** The methods of the built files and of every page. */
const WEB_METHODS = ['GET', 'HEAD', 'OPTIONS']

type ChangePage = (page: string) => string

/** Serves the built front end. Hashed files are cached for ever; every route of the app gets an uncached index.html. */
export async function serveWebFiles(
  app: FastifyInstance,
  folder: string,
  basePath = '',
  changes: (ChangePage | undefined)[] = [],
) {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.setHeader('vary', 'accept-encoding')
      },
    })

  const changePage = joinChanges(changes)
  const isAdapted = basePath !== '' || changePage !== undefined
  const sendPage =
    isBuilt && isAdapted
      ? preparePage(join(folder, 'index.html'), basePath, changePage)
      : (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html')
  if (isBuilt && isAdapted) for (const path of ['/', '/index.html']) app.get(path, sendPage)

  app.setNotFoundHandler((request, reply) => {
    const { method } = request
    const [path = ''] = request.url.split('?', 1)
    const isWeb = isBuilt && !/^\/(api|socket\.io)(\/|$)/.test(path)
    const known = app.allowedMethods(path)
    const methods = known.length === 0 && isWeb ? WEB_METHODS : known
    if (methods.length > 0 && (method === 'OPTIONS' || !methods.includes(method)))
      return sendAllowedMethods(methods, request, reply)
    if (isWeb && !path.startsWith('/assets/')) return sendPage(request, reply)
    return sendRefusal(new Refusal('not-found', 'pageNotFound'), request, reply)
  })
}

/** Undefined if there is nothing to change. */
function joinChanges(changes: (ChangePage | undefined)[]): ChangePage | undefined {
  const present = changes.filter((change) => change !== undefined)
  return present.length === 0 ? undefined : (page) => present.reduce((changed, change) => change(changed), page)
}

/** The page of a site below a path, or changed by a setting. The build writes it for the root, with the defaults. */
function preparePage(file: string, basePath: string, changePage: ChangePage = (page) => page) {
  const built = readFileSync(file, 'utf8')
  const page = changePage(basePath === '' ? built : withBasePath(built, basePath))
  const compressed = brotliCompressSync(page)
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'br').send(compressed)
      : reply.send(page)
  }
}
