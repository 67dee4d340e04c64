import { FATAL_PROBLEMS, type FatalProblem, type ImportProblem } from '#core/import/import-model.ts'
import type { Language } from '#core/language.ts'
import { guardFormula } from '#core/text/formula-guard.ts'
import { Refusal } from '#server/errors.ts'
import type { ImportJob } from '#server/features/imports/new-content.ts'
import { type ImportFile, readPages } from '#server/features/imports/read-file.ts'
import type { FileResponse } from '#server/http/file-response.ts'
import { REASONS } from './refusal-reasons.ts'

/** Stores a file while it is written. */
interface FileStore {
  add: (bytes: Buffer) => void
  needsFlush: () => boolean
  flush: () => Promise<void>
  finish: () => Promise<{ read: () => AsyncIterable<Buffer>; close: () => Promise<void> }>
  close: () => Promise<void>
}

interface WriteOptions {
  store: FileStore
  language: Language
}

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes the rows of a file that an import leaves out, with their cells as they are, their line and the reason. The
 * result is stored, so that a client that reads slowly does not keep others from importing.
 */
export async function writeRefusedRows(
  file: ImportFile,
  job: Omit<ImportJob, 'clock'>,
  { store, language }: WriteOptions,
): Promise<FileResponse> {
  const { headings, missing } = file.analysis
  if (missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
  try {
    store.add(Buffer.from(`${BYTE_ORDER_MARK}${toLine([...headings, 'Line', 'Reason'])}`))
    for await (const { refused } of readPages(file, job)) {
      for (const { record, problems } of refused) {
        const cells = headings.map((_, column) => record.cells[column] ?? '')
        store.add(Buffer.from(toLine([...cells, String(record.line), reasonOf(problems, headings, language)])))
        if (file.yielder.shouldYield()) await file.yielder.yieldToEventLoop()
      }
      if (store.needsFlush()) await store.flush()
    }
    const { read, close } = await store.finish()
    return { name: 'refused-rows.csv', type: 'text/csv; charset=utf-8', content: read(), onClose: () => void close() }
  } catch (error) {
    await store.close()
    throw error
  }
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${guardFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

function reasonOf(problems: readonly ImportProblem[], headings: readonly string[], language: Language) {
  const reasons = problems.flatMap(({ kind, column }) => {
    if (!isFatal(kind)) return []
    const heading = headings[column ?? -1] ?? ''
    return heading === '' ? REASONS[language][kind] : `${heading}: ${REASONS[language][kind]}`
  })
  return [...new Set(reasons)].join(' ')
}

const isFatal = (kind: ImportProblem['kind']): kind is FatalProblem =>
  (FATAL_PROBLEMS as readonly string[]).includes(kind)
