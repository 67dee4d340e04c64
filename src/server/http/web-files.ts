import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/errors.ts'
import { sendRefusal } from './error-reply.ts'

/** Serves the built front end. Hashed files are cached for ever; every route of the app gets an uncached index.html. */
export async function serveWebFiles(app: FastifyInstance, folder: string) {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.setHeader('vary', 'accept-encoding')
      },
    })

  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets|socket\.io)(\/|$|\?)/.test(request.url)
    if (isPage && isBuilt) return reply.sendFile('index.html')
    return sendRefusal(new Refusal('not-found', 'pageNotFound'), request, reply)
  })
}
