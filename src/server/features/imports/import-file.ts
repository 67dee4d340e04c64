import type { ImportQuery, ImportResult } from '#contract/imports.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import type { Yielder } from '#server/yield-to-event-loop.ts'
import { type NameResolver, createNameResolver, type NewRecords } from './name-resolver.ts'
import { type ImportFile, type RowPage, readPages } from './read-file.ts'
import {
  addToEntryCount,
  findUnfinishedImport,
  finishImport,
  insertEntries,
  insertImport,
  listExistingEntryIds,
  type NewEntry,
} from './queries.ts'
import { insertNewRecords, listExistingRecords, readRecordsVersion } from './record-queries.ts'

export interface ImportRequest {
  userId: string
  query: ImportQuery
  /** For rows without one. */
  project: string
  fileHash: string
  now: number
}

/**
 * Writes a file some rows at a time, each in a transaction of its own, so that nobody waits for long. What is cut short
 * is finished by the same file again: its rows are the same entries.
 */
export async function importFile(db: Db, file: ImportFile, order: ImportRequest): Promise<ImportResult> {
  const { userId, now } = order
  const importId = await beginImport(db, file, order)
  const total = { created: 0, duplicates: 0, invalid: 0, clients: 0, projects: 0, tasks: 0, tags: 0 }
  let known: CachedResolver | undefined
  for await (const page of readPages(file, order)) {
    const written = await withUserLock(db, userId, (db) => {
      const occasion = { ...order, importId, known, yielder: file.yielder }
      // What a transaction has made that is done again is not there.
      known = undefined
      return writePage(db, page, occasion)
    })
    known = written.known
    total.created += written.created
    total.duplicates += page.rows.length - written.created
    total.invalid += page.invalid
    for (const kind of ['clients', 'projects', 'tasks', 'tags'] as const) total[kind] += written.things[kind].length
    await file.yielder.yieldToEventLoop()
  }
  const isKept = await withUserLock(db, userId, (db) => finishImport(db, userId, importId, now))
  return { id: isKept ? importId : null, ...total }
}

const beginImport = (db: Db, { analysis: survey }: ImportFile, { userId, query, fileHash, now }: ImportRequest) =>
  withUserLock(db, userId, async (db) => {
    const unfinished = await findUnfinishedImport(db, userId, fileHash)
    if (unfinished !== undefined) return unfinished.id
    const id = newId(now)
    await insertImport(db, userId, { id, fileName: query.fileName ?? '', fileHash, format: survey.format }, now)
    return id
  })

/** What the user had after the last page, and how that can be told to be still so. */
interface CachedResolver {
  catalogue: NameResolver
  state: string
}

interface PageContext extends ImportRequest {
  importId: string
  known: CachedResolver | undefined
  yielder: Yielder
}

async function writePage(db: Db, page: RowPage, { userId, project, now, importId, known, yielder: pace }: PageContext) {
  const state = await readRecordsVersion(db, userId)
  const catalogue =
    known?.state === state
      ? known.catalogue
      : createNameResolver(await listExistingRecords(db, userId), { project, now })
  const there = await listExistingEntryIds(
    db,
    userId,
    page.rows.map(({ id }) => id),
  )
  const entries: NewEntry[] = []
  for (const row of page.rows) {
    if (pace.shouldYield()) await pace.yieldToEventLoop()
    if (there.has(row.id)) continue
    there.add(row.id)
    entries.push({ ...row, ...catalogue.resolve(row) })
  }
  const things = catalogue.takeNewRecords()
  if (entries.length > 0) {
    if ((await addToEntryCount(db, userId, importId, entries.length)) === undefined)
      throw new Refusal('conflict', 'conflict')
    if (hasRecords(things)) await insertNewRecords(db, userId, things, { importId, now, yielder: pace })
    await insertEntries(db, userId, entries, { importId, now, yielder: pace })
  }
  const newState = hasRecords(things) ? await readRecordsVersion(db, userId) : state
  return { created: entries.length, things, known: { catalogue, state: newState } }
}

const hasRecords = (things: NewRecords) => Object.values(things).some((list) => list.length > 0)
