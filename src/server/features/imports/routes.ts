import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ImportQuery, imports } from '#contract/imports.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { assertFound } from '#server/errors.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve, type Session } from '#server/http/serve.ts'
import { type ImportFile, openImportFile } from './read-file.ts'
import { importFile } from './import-file.ts'
import type { ImportJob } from './new-content.ts'
import { refuseOpenQuestions } from './open-questions.ts'
import { previewFile } from './preview-file.ts'
import { findImport, listImports } from './queries.ts'
import { receiveUpload } from './receive-upload.ts'
import { writeRefusedRows } from './refused-rows/refused-rows.ts'
import { undoImport } from './undo-import.ts'
import { createUploadStore } from './upload-store.ts'
import { createImportConcurrency } from './import-concurrency.ts'

/** `folder` is for files that are being imported. */
export function importRoutes(app: FastifyInstance, services: Services, folder: string) {
  const { db, now, limits, quotas } = services
  const concurrency = createImportConcurrency()

  /** Uploads of any content type are passed on unread, so that the session is checked before a file is read. */
  void app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    serve(app, services, imports.preview, ({ session, query, request }) =>
      withOpenFile(session, request, query, (file, job) => previewFile(db, quotas, file, job)),
    )

    serve(app, services, imports.create, ({ session, query, request }) =>
      withOpenFile(session, request, query, async (file, job) => {
        refuseOpenQuestions(file.analysis, query)
        return importFile(db, quotas, file, job)
      }),
    )

    serve(app, services, imports.problems, ({ session, query, request }) =>
      withOpenFile(session, request, query, (file, job) =>
        writeRefusedRows(file, job, { store: createUploadStore(folder), language: languageOf(request) }),
      ),
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
      return concurrency.withFile(
        (progress) => receiveUpload(request, { folder, progress }),
        async (upload) => {
          const file = await openImportFile(upload, query, now())
          const project = query.project ?? formatMessage(languageOf(request), 'noProject')
          const fileHash = createHash('sha256')
            .update(JSON.stringify([upload.hash, query]))
            .digest('base64url')
          return work(file, { userId, query, project, fileHash, now: now(), clock: now })
        },
      )
    })
  }

  serve(app, services, imports.list, ({ session }) => listImports(db, session.userId, now()))

  serve(app, services, imports.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    return concurrency.runExclusive(userId, () => concurrency.runInTurn(() => undoImport(services, userId, id)))
  })
}
