import type { ImportQuery } from '#contract/files/imports.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'
import {
  deleteEmptyImport,
  findUnfinishedImport,
  insertImport,
  keepImportActive,
  markInterrupted,
  restartImport,
} from '#server/features/imports/queries.ts'

/** More often than once a minute, after which an import would count as interrupted, and soon after it was cancelled. */
const ACTIVE_EVERY_MS = 2_000

interface NewRun {
  userId: string
  query: ImportQuery
  /** The query as the request has it, with which the import can be continued. */
  requestQuery: unknown
  fileHash: string
  clock: () => number
}

/**
 * Gives an import a row from its first moment, so that every device sees it, on whatever server it runs, and can cancel
 * it: the signal aborts then. If it is interrupted, importing the same file again continues it. An import of a file that
 * cannot be imported, or that was cancelled before its first entry, leaves no row.
 */
export async function runImport<T>(
  db: Db,
  run: NewRun,
  work: (importId: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { userId, clock } = run
  const id = await beginImport(db, run)
  const stopped = new AbortController()
  const timer = setInterval(() => {
    keepImportActive(db, userId, id, clock()).then(
      (row) => row === undefined && stopped.abort(new Refusal('conflict', 'importStopped')),
      // The next page of rows will fail too, if the database stays away.
      () => undefined,
    )
  }, ACTIVE_EVERY_MS)
  try {
    return await work(id, stopped.signal)
  } catch (error) {
    // Without the mark, the import would seem to run until it is inactive for a minute.
    await markInterrupted(db, userId, id).catch(() => undefined)
    if (error instanceof Refusal) await deleteEmptyImport(db, userId, id)
    throw error
  } finally {
    clearInterval(timer)
  }
}

const beginImport = (db: Db, { userId, query, requestQuery, fileHash, clock }: NewRun) =>
  withUserLock(db, userId, async (db) => {
    const source =
      query.upload === undefined
        ? { uploadId: null, query: null }
        : { uploadId: query.upload, query: JSON.stringify(requestQuery) }
    const unfinished = await findUnfinishedImport(db, userId, fileHash)
    if (unfinished !== undefined) {
      await restartImport(db, userId, { id: unfinished.id, ...source }, clock())
      return unfinished.id
    }
    const id = newId(clock())
    await insertImport(db, userId, { id, fileName: query.fileName ?? '', fileHash, ...source }, clock())
    return id
  })

/** The same file, which can be read only until the signal aborts. */
export const untilAborted = (upload: Upload, signal: AbortSignal): Upload => ({
  ...upload,
  signal,
  async *read(from, to) {
    for await (const part of upload.read(from, to)) {
      signal.throwIfAborted()
      yield part
    }
  },
})
