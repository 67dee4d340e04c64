import type { ImportQuery } from '#contract/imports.ts'
import { columnsOf, personOf } from '#core/import/columns.ts'
import { createRowReader } from '#core/import/rows.ts'
import { createSurvey, type Survey } from '#core/import/survey.ts'
import { isEmptyRecord, openTable, type Table } from '#core/import/table.ts'
import type { ImportedRow, ImportProblem } from '#core/import/vocabulary.ts'
import { Refusal } from '#server/errors.ts'
import { decode, type Decoded } from './decode.ts'
import { createIdentities } from './identity.ts'
import { createYielder, type Yielder } from '#server/yield-to-event-loop.ts'

const PAGE = 500

export interface OpenFile {
  encoding: Decoded['encoding']
  table: Table
  survey: Survey
  pace: Yielder
}

/** Reads a file once, to know what holds for all of it. */
export async function openFile(bytes: Buffer, query: ImportQuery, now: number): Promise<OpenFile> {
  const pace = createYielder()
  const decoded = await decode(bytes, pace)
  if (decoded === undefined) throw new Refusal('invalid', 'importNotTable')
  const table = openTable(decoded.text)
  if (table === undefined) throw new Refusal('invalid', 'importEmpty')
  const survey = createSurvey(table, { ...query, now })
  for (const record of table.records()) {
    if (!isEmptyRecord(record)) survey.see(record)
    if (pace.shouldYield()) await pace.yieldToEventLoop()
  }
  return { encoding: decoded.encoding, table, survey: survey.conclude(), pace }
}

export type IdentifiedRow = ImportedRow & { id: string }

/** Some rows of a file, with what is to be told of them. */
export interface Page {
  rows: IdentifiedRow[]
  problems: ImportProblem[]
  invalid: number
  /** How many are of other people than was asked for. */
  others: number
}

interface Asked {
  userId: string
  query: ImportQuery
  now: number
}

/** Reads a file again, row by row. */
export async function* readPages(
  { table, survey, pace }: OpenFile,
  { userId, query, now }: Asked,
): AsyncGenerator<Page> {
  const { zone, person } = query
  const columns = columnsOf(survey.fields)
  const read = createRowReader(survey, { zone, now, keepsLong: query.long === 'keep' })
  const identify = createIdentities(userId)
  let page = emptyPage()
  for (const record of table.records()) {
    if (pace.shouldYield()) await pace.yieldToEventLoop()
    if (isEmptyRecord(record)) continue
    if (person !== undefined && personOf(record.cells, columns) !== person) {
      page.others += 1
      continue
    }
    const { row, problems } = read(record)
    page.problems.push(...problems)
    if (row === undefined) page.invalid += 1
    else page.rows.push({ ...row, id: identify(row) })
    if (page.rows.length + page.invalid < PAGE) continue
    yield page
    page = emptyPage()
  }
  yield page
}

const emptyPage = (): Page => ({ rows: [], problems: [], invalid: 0, others: 0 })
