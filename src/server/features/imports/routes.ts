import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ImportQuery, imports } from '#contract/imports.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, Refusal, refuseField } from '#server/errors.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve, type Session } from '#server/http/serve.ts'
import { openImportFile } from './read-file.ts'
import { importFile } from './import-file.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { previewFile } from './preview-file.ts'
import { deleteImport, deleteSomeEntries, findImport, listImports } from './queries.ts'
import { receiveUpload } from './receive-upload.ts'
import { deleteUnusedRecords } from './record-queries.ts'
import { createImportConcurrency } from './import-concurrency.ts'

const MAX_ENTRIES_PER_DELETE = 500

export function importRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits } = services
  const turns = createImportConcurrency()

  /** A file comes as it is, whatever its sender calls its type, and is not read before it is known who sends it. */
  void app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    serve(app, services, imports.preview, ({ session, query, request }) =>
      open(session, request, query, async ({ file, order }) => previewFile(db, file, order)),
    )

    serve(app, services, imports.create, ({ session, query, request }) =>
      open(session, request, query, async ({ file, order }) => {
        if (file.analysis.missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
        if (file.analysis.dateOrder === 'ambiguous') throw refuseField('dateOrder', 'dateOrderNeeded')
        return importFile(db, file, order)
      }),
    )
  })

  /** Receives and reads a file, one of a user at a time. */
  function open<T>(
    { userId }: Session,
    request: FastifyRequest,
    query: ImportQuery,
    work: (opened: OpenedImport) => Promise<T>,
  ) {
    return turns.runExclusive(userId, async () => {
      await limits.countAttempt('import', userId)
      const { bytes, hash } = await receiveUpload(request)
      const file = await openImportFile(bytes, query, now())
      const project = query.project ?? formatMessage(languageOf(request), 'noProject')
      const fileHash = createHash('sha256')
        .update(JSON.stringify([hash, query]))
        .digest('base64url')
      return work({ file, order: { userId, query, project, fileHash, now: now() } })
    })
  }

  serve(app, services, imports.list, ({ session }) => listImports(db, session.userId))

  serve(app, services, imports.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    return turns.runExclusive(userId, () => undo(userId, id))
  })

  /** Some entries at a time, so that nobody waits for long; cut short, it is finished by undoing again. */
  async function undo(userId: string, id: string) {
    const pace = createYielder()
    let timeEntries = 0
    for (;;) {
      const deleted = await withUserLock(db, userId, (db) => deleteSomeEntries(db, userId, id, MAX_ENTRIES_PER_DELETE))
      timeEntries += deleted
      if (deleted < MAX_ENTRIES_PER_DELETE) break
      await pace.yieldToEventLoop()
    }
    const things = await withUserLock(db, userId, async (db) => {
      const removed = await deleteUnusedRecords(db, userId, id)
      await deleteImport(db, userId, id)
      return removed
    })
    return { timeEntries, ...things }
  }
}

interface OpenedImport {
  file: Awaited<ReturnType<typeof openImportFile>>
  order: Parameters<typeof importFile>[2]
}
