import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ImportQuery, imports } from '#contract/imports.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, Refusal, refuseField } from '#server/errors.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve, type Session } from '#server/http/serve.ts'
import { type ImportFile, openImportFile } from './read-file.ts'
import { importFile, type ImportJob } from './import-file.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { previewFile } from './preview-file.ts'
import { deleteImport, deleteSomeEntries, findImport, listImports } from './queries.ts'
import { receiveUpload } from './receive-upload.ts'
import { deleteUnusedRecords } from './record-queries.ts'
import { createImportConcurrency } from './import-concurrency.ts'

const MAX_ENTRIES_PER_DELETE = 500

export function importRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits } = services
  const concurrency = createImportConcurrency()

  /** Uploads of any content type are passed on unread, so that the session is checked before a file is read. */
  void app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    serve(app, services, imports.preview, ({ session, query, request }) =>
      withOpenFile(session, request, query, (file, job) => previewFile(db, file, job)),
    )

    serve(app, services, imports.create, ({ session, query, request }) =>
      withOpenFile(session, request, query, async (file, job) => {
        if (file.analysis.missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
        if (file.analysis.dateOrder === 'ambiguous') throw refuseField('dateOrder', 'dateOrderNeeded')
        return importFile(db, file, job)
      }),
    )
  })

  /** Receives and opens a file, one at a time for each user. */
  function withOpenFile<T>(
    { userId }: Session,
    request: FastifyRequest,
    query: ImportQuery,
    work: (file: ImportFile, job: ImportJob) => Promise<T>,
  ) {
    return concurrency.runExclusive(userId, async () => {
      await limits.countAttempt('import', userId)
      const { bytes, hash } = await receiveUpload(request)
      const file = await openImportFile(bytes, query, now())
      const project = query.project ?? formatMessage(languageOf(request), 'noProject')
      const fileHash = createHash('sha256')
        .update(JSON.stringify([hash, query]))
        .digest('base64url')
      return work(file, { userId, query, project, fileHash, now: now() })
    })
  }

  serve(app, services, imports.list, ({ session }) => listImports(db, session.userId))

  serve(app, services, imports.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    return concurrency.runExclusive(userId, () => undo(userId, id))
  })

  /** Deletes in small transactions, so that other requests wait only briefly. An interrupted undo can be repeated. */
  async function undo(userId: string, id: string) {
    const yielder = createYielder()
    let timeEntries = 0
    for (;;) {
      const deleted = await withUserLock(db, userId, (db) => deleteSomeEntries(db, userId, id, MAX_ENTRIES_PER_DELETE))
      timeEntries += deleted
      if (deleted < MAX_ENTRIES_PER_DELETE) break
      await yielder.yieldToEventLoop()
    }
    const records = await withUserLock(db, userId, async (db) => {
      const deleted = await deleteUnusedRecords(db, userId, id)
      await deleteImport(db, userId, id)
      return deleted
    })
    return { timeEntries, ...records }
  }
}
