import type { FastifyInstance } from 'fastify'
import { imports } from '#contract/files/imports.ts'
import { validate } from '#contract/validate.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { toRemoval } from '#server/http/serve-crud.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { leaveBodiesUnread } from '#server/http/uploads/receive-upload.ts'
import { createUploadStore } from '#server/http/uploads/upload-store.ts'
import { createImportConcurrency } from './requests/import-concurrency.ts'
import { importRequestedFile, readRequestedFile } from './requests/import-requests.ts'
import { previewFile } from './preview-file.ts'
import { findImport, isRunning, listImports, markInterrupted } from './queries.ts'
import { writeRefusedRows } from './refused-rows/refused-rows.ts'
import { undoImport } from './undo-import.ts'

/** `folder` is for files that are being imported. */
export function importRoutes(app: FastifyInstance, services: Services, folder: string) {
  const { db, now, quotas } = services
  const concurrency = createImportConcurrency()
  const server = { ...services, concurrency, folder }

  void app.register(async (app) => {
    leaveBodiesUnread(app)

    serve(app, services, imports.preview, ({ session: { userId }, query, request }) =>
      readRequestedFile(server, { userId, query, request }, (file, job) => previewFile(db, quotas, file, job)),
    )

    serve(app, services, imports.problems, ({ session: { userId }, query, request }) =>
      readRequestedFile(server, { userId, query, request }, (file, job) =>
        writeRefusedRows(file, job, { store: createUploadStore(folder), language: languageOf(request) }),
      ),
    )

    serve(app, services, imports.create, ({ session: { userId }, query, request }) =>
      concurrency.runExclusive(userId, () => importRequestedFile(server, { userId, query, request }, request.query)),
    )
  })

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
      if (row.finished_at !== null || row.upload_id === null || !parsed.ok)
        throw new Refusal('conflict', 'importNotContinued')
      return importRequestedFile(server, { userId, query: parsed.data, request }, requestQuery)
    }),
  )

  serve(app, services, imports.remove, async ({ session: { userId }, params: { id }, query: { trash }, request }) => {
    assertFound(await findImport(db, userId, id), 'importNotFound')
    const removal = { ...toRemoval(services, { userId, id, trash, request }), id }
    return concurrency.runExclusive(userId, () => concurrency.runInTurn(0, () => undoImport(services, removal)))
  })
}
