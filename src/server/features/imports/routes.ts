import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ImportQuery, imports } from '#contract/imports.ts'
import { say } from '#contract/messages/say.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, Refusal, refuseField } from '#server/errors.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve, type Session } from '#server/http/serve.ts'
import { openFile } from './file.ts'
import { importFile } from './import.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { previewFile } from './preview.ts'
import { deleteImport, deleteSomeEntries, findImport, listImports } from './queries.ts'
import { receiveFile } from './receive.ts'
import { deleteUnused } from './things.ts'
import { createTurns } from './turns.ts'

const DELETED_AT_ONCE = 500

export function importRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits } = services
  const turns = createTurns()

  /** A file comes as it is, whatever its sender calls its type, and is not read before it is known who sends it. */
  void app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    serve(app, services, imports.preview, ({ session, query, request }) =>
      open(session, request, query, async ({ file, order }) => previewFile(db, file, order)),
    )

    serve(app, services, imports.create, ({ session, query, request }) =>
      open(session, request, query, async ({ file, order }) => {
        if (file.survey.missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
        if (file.survey.dateOrder === 'ambiguous') throw refuseField('dateOrder', 'dateOrderNeeded')
        return importFile(db, file, order)
      }),
    )
  })

  /** Receives and reads a file, one of a user at a time. */
  function open<T>(
    { userId }: Session,
    request: FastifyRequest,
    query: ImportQuery,
    work: (opened: Opened) => Promise<T>,
  ) {
    return turns.take(userId, async () => {
      await limits.countAttempt('import', userId)
      const { bytes, hash } = await receiveFile(request)
      const file = await openFile(bytes, query, now())
      const project = query.project ?? say(languageOf(request), 'noProject')
      const fileHash = createHash('sha256')
        .update(JSON.stringify([hash, query]))
        .digest('base64url')
      return work({ file, order: { userId, query, project, fileHash, now: now() } })
    })
  }

  serve(app, services, imports.list, ({ session }) => listImports(db, session.userId))

  serve(app, services, imports.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    return turns.take(userId, () => undo(userId, id))
  })

  /** Some entries at a time, so that nobody waits for long; cut short, it is finished by undoing again. */
  async function undo(userId: string, id: string) {
    const pace = createYielder()
    let timeEntries = 0
    for (;;) {
      const deleted = await withUserLock(db, userId, (db) => deleteSomeEntries(db, userId, id, DELETED_AT_ONCE))
      timeEntries += deleted
      if (deleted < DELETED_AT_ONCE) break
      await pace.yieldToEventLoop()
    }
    const things = await withUserLock(db, userId, async (db) => {
      const removed = await deleteUnused(db, userId, id)
      await deleteImport(db, userId, id)
      return removed
    })
    return { timeEntries, ...things }
  }
}

interface Opened {
  file: Awaited<ReturnType<typeof openFile>>
  order: Parameters<typeof importFile>[2]
}
