import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ImportQuery, type ImportResult, MAX_IMPORT_BYTES } from '#contract/files/imports.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { assertFound } from '#server/errors.ts'
import { deleteUpload, findUpload, openUpload } from '#server/features/uploads/queries.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { watchCaller } from '#server/http/long-questions/long-questions.ts'
import type { Services } from '#server/http/serve.ts'
import { receiveUpload } from '#server/http/uploads/receive-upload.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'
import type { ImportConcurrency } from './import-concurrency.ts'
import { importFile } from '#server/features/imports/import-file.ts'
import type { ImportJob } from '#server/features/imports/new-content.ts'
import { refuseOpenQuestions } from '#server/features/imports/open-questions.ts'
import { setFileFacts } from '#server/features/imports/queries.ts'
import { type ImportFile, openImportFile } from '#server/features/imports/read-file.ts'
import { runImport, untilAborted } from './run-import.ts'

export interface ImportServer extends Pick<Services, 'db' | 'now' | 'limits' | 'quotas'> {
  concurrency: ImportConcurrency
  /** For files that are being imported. */
  folder: string
}

/** A request that sends a file, or names one that was sent in parts. */
export interface FileRequest {
  userId: string
  query: ImportQuery
  request: FastifyRequest
}

/** Reads a file without importing it, until the caller has gone or the user sends another request. */
export function readRequestedFile<T>(
  server: ImportServer,
  fileRequest: FileRequest,
  work: (file: ImportFile, job: ImportJob) => Promise<T>,
): Promise<T> {
  const { userId, query, request } = fileRequest
  const { now } = server
  return server.concurrency.runPreview(userId, (replaced) =>
    withRequestedFile(server, fileRequest, async (upload) => {
      const { signal: gone, stopWatching } = watchCaller(request)
      try {
        const signal = AbortSignal.any([replaced, gone])
        const file = await openImportFile(untilAborted(upload, signal), query, now())
        return await work(file, toJob(server, fileRequest))
      } finally {
        stopWatching()
      }
    }),
  )
}

/** Imports a file, whether or not the caller waits for it. `requestQuery` is the query as it was sent. */
export async function importRequestedFile(
  server: ImportServer,
  fileRequest: FileRequest,
  requestQuery: unknown,
): Promise<ImportResult> {
  const { userId, query } = fileRequest
  const { db, now, quotas } = server
  const result = await withRequestedFile(server, fileRequest, (upload) => {
    const run = { userId, query, requestQuery, fileHash: hashOf(upload, query), clock: now }
    return runImport(db, run, async (importId, signal) => {
      const file = await openImportFile(untilAborted(upload, signal), query, now())
      refuseOpenQuestions(file, query)
      await setFileFacts(db, userId, importId, { format: file.analysis.format, rows: file.size.rows })
      return importFile(db, quotas, file, { ...toJob(server, fileRequest), importId })
    })
  })
  if (query.upload !== undefined) await deleteUpload(db, userId, query.upload)
  return result
}

/** A file that was sent in parts is opened only when it is its turn, because it may be large. */
async function withRequestedFile<T>(
  { db, now, limits, concurrency, folder }: ImportServer,
  { userId, query, request }: FileRequest,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  await limits.countAttempt('import', userId)
  const { upload: id } = query
  if (id === undefined) {
    const options = { folder, maxBytes: MAX_IMPORT_BYTES, tooLarge: 'importTooLarge' } as const
    return concurrency.withFile((progress) => receiveUpload(request, { ...options, progress }), work)
  }
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

function toJob({ now }: ImportServer, { userId, query, request }: FileRequest): ImportJob {
  const project = query.project ?? formatMessage(languageOf(request), 'noProject')
  return { userId, query, project, now: now(), clock: now }
}

/** The same file with the same options is the same import, however it was sent. */
function hashOf(upload: Upload, { upload: _, ...options }: ImportQuery) {
  return createHash('sha256')
    .update(JSON.stringify([upload.hash, options]))
    .digest('base64url')
}
