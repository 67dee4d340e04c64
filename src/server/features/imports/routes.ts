import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ImportQuery, imports, MAX_IMPORT_BYTES } from '#contract/imports.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { validate } from '#contract/validate.ts'
import { assertFound, Refusal, refuseField } from '#server/errors.ts'
import { deleteUpload, findUpload, openUpload } from '#server/features/uploads/queries.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { watchCaller } from '#server/http/long-questions/long-questions.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { leaveBodiesUnread, receiveUpload } from '#server/http/uploads/receive-upload.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'
import { createImportConcurrency } from './import-concurrency.ts'
import { importFile } from './import-file.ts'
import type { ImportJob } from './new-content.ts'
import { previewFile } from './preview-file.ts'
import { findImport, isRunning, listImports, markInterrupted, setFileFacts } from './queries.ts'
import { type ImportFile, openImportFile } from './read-file.ts'
import { runImport, untilAborted } from './run-import.ts'
import { undoImport } from './undo-import.ts'

/** `folder` is for files that are being imported. */
export function importRoutes(app: FastifyInstance, services: Services, folder: string) {
  const { db, now, limits, quotas } = services
  const concurrency = createImportConcurrency()

  void app.register(async (app) => {
    leaveBodiesUnread(app)

    serve(app, services, imports.preview, ({ session: { userId }, query, request }) =>
      concurrency.runPreview(userId, (replaced) =>
        withFile(userId, query, request, async (upload) => {
          const { signal: gone, stopWatching } = watchCaller(request)
          try {
            const signal = AbortSignal.any([replaced, gone])
            const file = await openImportFile(untilAborted(upload, signal), query, now())
            return await previewFile(db, quotas, file, jobOf(userId, query, request))
          } finally {
            stopWatching()
          }
        }),
      ),
    )

    serve(app, services, imports.create, ({ session: { userId }, query, request }) =>
      concurrency.runExclusive(userId, () => importRequested(userId, query, request, request.query)),
    )
  })

  /** Works on the file that the request names or sends. */
  async function withFile<T>(
    userId: string,
    query: ImportQuery,
    request: FastifyRequest,
    work: (upload: Upload) => Promise<T>,
  ): Promise<T> {
    await limits.countAttempt('import', userId)
    if (query.upload === undefined) {
      const options = { folder, maxBytes: MAX_IMPORT_BYTES, tooLarge: 'importTooLarge' } as const
      return concurrency.withFile((progress) => receiveUpload(request, { ...options, progress }), work)
    }
    const id = query.upload
    const { bytes } = assertFound(await findUpload(db, userId, id, now()), 'uploadNotFound')
    return concurrency.runInTurn(bytes, async () => {
      const upload = await openUpload(db, userId, id, { now: now(), folder })
      try {
        return await work(upload)
      } finally {
        await upload.close()
      }
    })
  }

  const jobOf = (userId: string, query: ImportQuery, request: FastifyRequest): ImportJob => {
    const project = query.project ?? formatMessage(languageOf(request), 'noProject')
    return { userId, query, project, now: now(), clock: now }
  }

  async function importRequested(userId: string, query: ImportQuery, request: FastifyRequest, requestQuery: unknown) {
    const result = await withFile(userId, query, request, (upload) => {
      const run = { userId, query, requestQuery, fileHash: hashOf(upload, query), clock: now }
      return runImport(db, run, async (importId, signal) => {
        const file = await openImportFile(untilAborted(upload, signal), query, now())
        assertImportable(file)
        await setFileFacts(db, userId, importId, { format: file.analysis.format, rows: file.size.rows })
        return importFile(db, quotas, file, { ...jobOf(userId, query, request), importId })
      })
    })
    if (query.upload !== undefined) await deleteUpload(db, userId, query.upload)
    return result
  }

  serve(app, services, imports.list, ({ session }) => listImports(db, session.userId, now()))

  serve(app, services, imports.cancel, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    await markInterrupted(db, userId, id)
    return null
  })

  serve(app, services, imports.continue, ({ session: { userId }, params: { id }, request }) =>
    concurrency.runExclusive(userId, async () => {
      const row = assertFound(await findImport(db, userId, id), 'importNotFound')
      if (isRunning(row, now())) throw new Refusal('rate-limited', 'importRunning')
      const requestQuery: unknown = JSON.parse(row.query ?? '{}')
      const parsed = validate(imports.create.query, requestQuery)
      // The options may be those of another version of the server.
      if (row.upload_id === null || !parsed.ok) throw new Refusal('conflict', 'importNotContinued')
      return importRequested(userId, parsed.data, request, requestQuery)
    }),
  )

  serve(app, services, imports.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    return concurrency.runExclusive(userId, () => concurrency.runInTurn(0, () => undoImport(services, userId, id)))
  })
}

function assertImportable({ analysis, format }: ImportFile) {
  if (!format.isCertain) throw refuseField('encoding', 'encodingNeeded')
  if (analysis.missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
  if (analysis.dateOrder === 'ambiguous') throw refuseField('dateOrder', 'dateOrderNeeded')
}

/** The same file with the same options is the same import, however it was sent. */
function hashOf(upload: Upload, { upload: _, ...options }: ImportQuery) {
  return createHash('sha256')
    .update(JSON.stringify([upload.hash, options]))
    .digest('base64url')
}
