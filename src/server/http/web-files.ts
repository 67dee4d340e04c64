import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/errors.ts'
import { sendAllowedMethods } from './allowed-methods.ts'
import { sendRefusal } from './error-reply.ts'

/** The methods of the built files and of every page. */
const WEB_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Serves the built front end. Hashed files are cached for ever; every route of the app gets an uncached index.html. */
export async function serveWebFiles(app: FastifyInstance, folder: string) {
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

  app.setNotFoundHandler((request, reply) => {
    const { method } = request
    const [path = ''] = request.url.split('?', 1)
    const isWeb = isBuilt && !/^\/(api|socket\.io)(\/|$)/.test(path)
    const known = app.allowedMethods(path)
    const methods = known.length === 0 && isWeb ? WEB_METHODS : known
    if (methods.length > 0 && (method === 'OPTIONS' || !methods.includes(method)))
      return sendAllowedMethods(methods, request, reply)
    if (isWeb && !path.startsWith('/assets/')) return reply.sendFile('index.html')
    return sendRefusal(new Refusal('not-found', 'pageNotFound'), request, reply)
  })
}
