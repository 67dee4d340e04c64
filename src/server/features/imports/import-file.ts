import type { ImportResult } from '#contract/files/imports.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { Refusal } from '#server/errors.ts'
import type { Quotas } from '#server/quotas.ts'
import type { Yielder } from '#server/yield-to-event-loop.ts'
import { findExistingRows } from './existing-rows.ts'
import { type ImportJob, checkNewContent, toContent } from './new-content.ts'
import { type NameResolver, createNameResolver, type NewRecords } from './name-resolver.ts'
import { type ImportFile, type RowPage, readPages } from './read-file.ts'
import { addProgress, finishImport, insertEntries, type NewEntry } from './queries.ts'
import { insertNewRecords, listExistingRecords, readRecordsVersion } from './record-queries.ts'

/**
 * Writes a file page by page, each in its own transaction, so that other requests of the user wait only for a page. If
 * the import is interrupted, importing the same file again completes it, because its rows become the same entries.
 */
export async function importFile(db: Db, quotas: Quotas, file: ImportFile, job: StartedImport): Promise<ImportResult> {
  await checkQuotas(db, quotas, file, job)
  try {
    return await writePages(db, file, job)
  } finally {
    quotas.forget(job.userId)
  }
}

/** Most files are small enough to be checked by an estimate. Others are read once more, to be refused as a whole. */
async function checkQuotas(db: Db, quotas: Quotas, file: ImportFile, job: ImportJob) {
  const usage = await quotas.countAll(job.userId)
  if (quotas.fits(usage, toContent(file.size))) return
  await checkNewContent(db, file, job, (content) => quotas.check(usage, content))
}

/** An import with a row, see `run-import.ts`. */
export interface StartedImport extends ImportJob {
  importId: string
}

async function writePages(db: Db, file: ImportFile, job: StartedImport): Promise<ImportResult> {
  const { userId, importId, now } = job
  const total = { created: 0, duplicates: 0, invalid: 0, clients: 0, projects: 0, tasks: 0, tags: 0 }
  let known: CachedResolver | undefined
  for await (const page of readPages(file, job)) {
    const written = await withUserLock(db, userId, (db) => {
      const context = { ...job, known, yielder: file.transactionYielder }
      // If the transaction is retried, records that the first attempt created are gone, so names are read again.
      known = undefined
      return writePage(db, page, context)
    })
    known = written.known
    total.created += written.created
    total.duplicates += page.rows.length - written.created
    total.invalid += page.invalid
    for (const kind of ['clients', 'projects', 'tasks', 'tags'] as const) total[kind] += written.records[kind].length
    await file.yielder.yieldToEventLoop()
  }
  const hasCreated = await withUserLock(db, userId, (db) => finishImport(db, userId, importId, now))
  return { id: hasCreated ? importId : null, ...total }
}

/** The resolver of the last page. It stays valid while `version` is that of the user's records. */
interface CachedResolver {
  resolver: NameResolver
  version: string
}

interface PageContext extends StartedImport {
  known: CachedResolver | undefined
  yielder: Yielder
}

async function writePage(db: Db, page: RowPage, context: PageContext) {
  const { userId, project, now, importId, known, yielder } = context
  const version = await readRecordsVersion(db, userId)
  const resolver =
    known?.version === version
      ? known.resolver
      : createNameResolver(await listExistingRecords(db, userId), { project, now })
  const existingIds = await findExistingRows(db, { userId, project, importId }, page.rows)
  const entries: NewEntry[] = []
  for (const row of page.rows) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    if (existingIds.has(row.id)) continue
    existingIds.add(row.id)
    entries.push({ ...row, ...resolver.resolve(row) })
  }
  const records = resolver.takeNewRecords()
  const progress = { entries: entries.length, rows: rowsOf(page), now: context.clock() }
  if ((await addProgress(db, userId, importId, progress)) === undefined) throw new Refusal('conflict', 'importStopped')
  if (entries.length > 0) {
    if (hasRecords(records)) await insertNewRecords(db, userId, records, { importId, now, yielder })
    await insertEntries(db, userId, entries, { importId, now, yielder })
  }
  const newVersion = hasRecords(records) ? await readRecordsVersion(db, userId) : version
  return { created: entries.length, records, known: { resolver, version: newVersion } }
}

const rowsOf = ({ rows, invalid, others }: RowPage) => rows.length + invalid + others

const hasRecords = (records: NewRecords) => Object.values(records).some((list) => list.length > 0)
