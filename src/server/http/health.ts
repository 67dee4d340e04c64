import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { VERSION } from '#core/version.ts'
import type { Db } from '#server/db/connect.ts'

/** `/health`: the process is running. `/ready`: it also reaches its database, so a proxy may send requests to it. */
export function healthRoutes(app: FastifyInstance, db: Db) {
  app.get('/health', async () => ({ ok: true, version: VERSION }))

  app.get('/ready', async (request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => 'up',
      (error: unknown) => {
        request.log.warn({ err: error }, 'database unreachable')
        return 'down'
      },
    )
    const isReady = database === 'up'
    return reply.code(isReady ? 200 : 503).send({ ok: isReady, database })
  })
}
