import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/errors.ts'
import { sendRefusal } from './error-reply.ts'

/** The built front end: hashed files for ever, the page itself never, and every address of the app is the page. */
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
