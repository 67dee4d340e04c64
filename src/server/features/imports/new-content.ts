import type { ImportQuery } from '#contract/files/imports.ts'
import type { SizeEstimate } from '#core/import/estimate-size.ts'
import type { Db } from '#server/db/connect.ts'
import { type NewContent, textBytesOf } from '#server/quotas.ts'
import { createKeyCounts } from './entry-ids/key-counts.ts'
import { findExistingRows } from './existing-rows.ts'
import { createNameResolver, type EntryReferences, type NameResolver, type NewRecords } from './name-resolver.ts'
import { type IdentifiedRow, type ImportFile, type RowPage, readPages } from './read-file.ts'
import { listExistingRecords } from './record-queries.ts'

export interface ImportJob {
  userId: string
  query: ImportQuery
  /** The project name for rows without one. */
  project: string
  /** When the request arrived. */
  now: number
  clock: () => number
}

/** Called for each page and then for each of its rows. */
interface RowVisitor {
  addPage: (page: RowPage) => void
  /** `references`: undefined for a row that exists already. */
  addRow: (row: IdentifiedRow, references: EntryReferences | undefined) => void
}

interface ReadOptions {
  job: Omit<ImportJob, 'clock'>
  resolver: NameResolver
  visitor?: RowVisitor
  /** Throws if the content so far is too much. */
  check: (content: NewContent) => void
}

/** Reads a file as the import would, without writing, and returns what it would store. */
export async function readNewContent(db: Db, file: ImportFile, { job, resolver, visitor, check }: ReadOptions) {
  const countId = createKeyCounts()
  // The ids of other formats are derived from their rows, and never the same.
  const isRepeated = (id: string) => file.analysis.format === 'ritmo' && countId(id) > 0
  const content = { entries: 0, entryTags: 0, textBytes: 0 }
  for await (const page of readPages(file, job)) {
    const existingIds = await findExistingRows(db, job, page.rows)
    visitor?.addPage(page)
    for (const row of page.rows) {
      if (file.yielder.shouldYield()) await file.yielder.yieldToEventLoop()
      const references = isRepeated(row.id) || existingIds.has(row.id) ? undefined : resolver.resolve(row)
      visitor?.addRow(row, references)
      if (references === undefined) continue
      content.entries += 1
      content.entryTags += references.tagIds.length
      content.textBytes += Buffer.byteLength(row.notes)
    }
    check({ ...content, records: resolver.countNewRecords() })
  }
  return content
}

/** Reads a file without writing anything. `check` throws if it has too much. */
export async function checkNewContent(db: Db, file: ImportFile, job: ImportJob, check: ReadOptions['check']) {
  const resolver = createNameResolver(await listExistingRecords(db, job.userId), job)
  const content = await readNewContent(db, file, { job, resolver, check })
  check(withRecords(content, resolver.takeNewRecords()))
}

const namesOf = ({ clients, projects, tasks, tags }: NewRecords) =>
  [...clients, ...projects, ...tasks, ...tags].map(({ name }) => name)

export const withRecords = (content: Required<Omit<NewContent, 'records'>>, records: NewRecords): NewContent => ({
  ...content,
  textBytes: content.textBytes + textBytesOf(namesOf(records)),
  records: {
    clients: records.clients.length,
    projects: records.projects.length,
    tasks: records.tasks.length,
    tags: records.tags.length,
  },
})

/** An upper limit of the new content. Rows without a project need one project more. */
export const toContent = ({
  rows,
  entryTags,
  textBytes,
  clients,
  projects,
  tasks,
  tags,
}: SizeEstimate): NewContent => ({
  entries: rows,
  entryTags,
  textBytes,
  records: { clients, projects: projects + 1, tasks, tags },
})
