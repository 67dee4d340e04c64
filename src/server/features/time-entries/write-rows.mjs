// Plain JavaScript, because the threads that read the database load it as well.
import { toIsoTime } from '#core/time/iso-time.mjs'

/**
 * @typedef {readonly [id: string, projectId: string, taskId: string | null, startedAt: number, endedAt: number,
 *   durationMs: number, notes: string, createdAt: number, updatedAt: number]} EntryRow
 * @typedef {readonly [entryId: string, tagId: string]} TagRow
 * @typedef {readonly [entryId: string, startedAt: number, endedAt: number]} SegmentRow
 * @typedef {{ userId: string, ids: readonly string[], fields: readonly string[], maxRows: number }} Options
 */

const quote = JSON.stringify
const quoteTime = (/** @type {number} */ at) => `"${toIsoTime(at)}"`

/**
 * How each field of an entry is written, in the order of the contract. Columns are taken by their number, because
 * destructuring a list takes longer than the rest.
 *
 * @type {Record<string, (row: EntryRow, parts: { user: string, tags: string, segments: string }) => string | number>}
 */
const FIELDS = {
  id: (row) => quote(row[0]),
  user: (_row, { user }) => user,
  project: (row) => quote(row[1]),
  task: (row) => quote(row[2]),
  tags: (_row, { tags }) => tags,
  startTime: (row) => quoteTime(row[3]),
  endTime: (row) => quoteTime(row[4]),
  duration: (row) => row[5],
  notes: (row) => quote(row[6]),
  isRunning: () => 'false',
  segments: (_row, { segments }) => segments,
  createdAt: (row) => quoteTime(row[7]),
  updatedAt: (row) => quoteTime(row[8]),
}

/**
 * Writes entries as JSON with some of their fields, separated by commas. Returns undefined if a query
 * has found more than `maxRows`.
 *
 * @param {readonly (readonly any[])[]} results
 * @param {Options} options
 */
export function writeRows(results, { userId, ids, fields, maxRows }) {
  if (results.some((rows) => rows.length > maxRows)) return undefined
  const [entries = [], tags = [], segments = []] = results
  const wanted = new Set(ids)
  const writers = Object.entries(FIELDS)
    .filter(([name]) => fields.includes(name))
    .map(([name, write], index) => ({ prefix: `${index === 0 ? '' : ','}"${name}":`, write }))
  const [tagsOf, segmentsOf] = [listByEntry(tags, writeTag), listByEntry(segments, writeSegment)]
  const user = quote(userId)
  let text = ''
  for (const row of entries) {
    const id = row[0]
    if (!wanted.has(id)) continue
    const parts = { user, tags: tagsOf(id), segments: segmentsOf(id) }
    text += text === '' ? '{' : ',{'
    for (const { prefix, write } of writers) text += prefix + write(row, parts)
    text += '}'
  }
  return text
}

const writeTag = (/** @type {TagRow} */ row) => quote(row[1])
const writeSegment = (/** @type {SegmentRow} */ row) => `{"start":${quoteTime(row[1])},"end":${quoteTime(row[2])}}`

/**
 * Returns a function that tells the items of an entry, as a JSON array.
 *
 * @template {TagRow | SegmentRow} Row
 * @param {readonly Row[]} rows
 * @param {(row: Row) => string} write
 */
function listByEntry(rows, write) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const row of rows) {
    const known = texts.get(row[0])
    texts.set(row[0], known === undefined ? write(row) : `${known},${write(row)}`)
  }
  return (/** @type {string} */ id) => `[${texts.get(id) ?? ''}]`
}
