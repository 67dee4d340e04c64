import type { ImportQuery, ImportResult } from '#contract/imports.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import type { Yielder } from '#server/yield-to-event-loop.ts'
import { type Catalogue, createCatalogue, type NewThings } from './catalogue.ts'
import { type OpenFile, type Page, readPages } from './file.ts'
import {
  countImported,
  findUnfinished,
  finishImport,
  insertEntries,
  insertImport,
  knownEntries,
  type NewEntry,
} from './queries.ts'
import { insertThings, readNames, readState } from './things.ts'

export interface Order {
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
export async function importFile(db: Db, file: OpenFile, order: Order): Promise<ImportResult> {
  const { userId, now } = order
  const importId = await beginImport(db, file, order)
  const total = { created: 0, duplicates: 0, invalid: 0, clients: 0, projects: 0, tasks: 0, tags: 0 }
  let known: Known | undefined
  for await (const page of readPages(file, order)) {
    const written = await withUserLock(db, userId, (db) => {
      const occasion = { ...order, importId, known, pace: file.pace }
      // What a transaction has made that is done again is not there.
      known = undefined
      return writePage(db, page, occasion)
    })
    known = written.known
    total.created += written.created
    total.duplicates += page.rows.length - written.created
    total.invalid += page.invalid
    for (const kind of ['clients', 'projects', 'tasks', 'tags'] as const) total[kind] += written.things[kind].length
    await file.pace.yieldToEventLoop()
  }
  const isKept = await withUserLock(db, userId, (db) => finishImport(db, userId, importId, now))
  return { id: isKept ? importId : null, ...total }
}

const beginImport = (db: Db, { survey }: OpenFile, { userId, query, fileHash, now }: Order) =>
  withUserLock(db, userId, async (db) => {
    const unfinished = await findUnfinished(db, userId, fileHash)
    if (unfinished !== undefined) return unfinished.id
    const id = newId(now)
    await insertImport(db, userId, { id, fileName: query.fileName ?? '', fileHash, format: survey.format }, now)
    return id
  })

/** What the user had after the last page, and how that can be told to be still so. */
interface Known {
  catalogue: Catalogue
  state: string
}

interface Occasion extends Order {
  importId: string
  known: Known | undefined
  pace: Yielder
}

async function writePage(db: Db, page: Page, { userId, project, now, importId, known, pace }: Occasion) {
  const state = await readState(db, userId)
  const catalogue =
    known?.state === state ? known.catalogue : createCatalogue(await readNames(db, userId), { project, now })
  const there = await knownEntries(
    db,
    userId,
    page.rows.map(({ id }) => id),
  )
  const entries: NewEntry[] = []
  for (const row of page.rows) {
    if (pace.shouldYield()) await pace.yieldToEventLoop()
    if (there.has(row.id)) continue
    there.add(row.id)
    entries.push({ ...row, ...catalogue.subjectOf(row) })
  }
  const things = catalogue.takeNew()
  if (entries.length > 0) {
    if ((await countImported(db, userId, importId, entries.length)) === undefined)
      throw new Refusal('conflict', 'conflict')
    if (isSome(things)) await insertThings(db, userId, things, { importId, now, pace })
    await insertEntries(db, userId, entries, { importId, now, pace })
  }
  const newState = isSome(things) ? await readState(db, userId) : state
  return { created: entries.length, things, known: { catalogue, state: newState } }
}

const isSome = (things: NewThings) => Object.values(things).some((list) => list.length > 0)
