import type { Summary } from '#contract/reports.ts'
import { writeDuration } from '#core/time-entries/duration-text.ts'
import { guardFormula } from '#core/text/formula-guard.ts'
import { HOUR_MS } from '#core/time/units.ts'
import type { GroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { Dimension, ReportQuery } from '#web/features/reports/queries.ts'

export interface Headings {
  /** Headings of the group columns. */
  names: readonly string[]
  entries: string
  time: string
  hours: string
  total: string
}

type GetGroupLabel = (dimension: Dimension, key: string | null) => Pick<GroupLabel, 'name'>
type Row = readonly string[]

/** The breakdown as rows of text: headings first, total last. */
export function toTable(
  summary: Summary,
  query: Pick<ReportQuery, 'group' | 'subgroup'>,
  labelOf: GetGroupLabel,
  headings: Headings,
) {
  const { group, subgroup } = query
  const valueCells = ({ entries, milliseconds }: { entries: number; milliseconds: number }) => [
    String(entries),
    writeDuration(milliseconds),
    (milliseconds / HOUR_MS).toFixed(2),
  ]
  const rows = summary.lines.flatMap((line): Row[] => {
    const { name } = labelOf(group, line.key)
    if (subgroup === undefined) return [[name, ...valueCells(line)]]
    return line.lines.map((below) => [name, labelOf(subgroup, below.key).name, ...valueCells(below)])
  })
  const { names, entries, time, hours, total } = headings
  const blanks = names.slice(1).map(() => '')
  return [[...names, entries, time, hours], ...rows, [total, ...blanks, ...valueCells(summary.total)]]
}

/** For spreadsheets. Whitespace in cells becomes a space, and a cell that looks like a formula is escaped. */
export const toTabSeparatedText = (rows: readonly Row[]) =>
  rows.map((cells) => cells.map((cell) => guardFormula(cell.replaceAll(/\s+/g, ' '))).join('\t')).join('\n')

/** For documents and emails. */
export function toHtml([head = [], ...rows]: readonly Row[]) {
  const cells = (tag: string, row: Row) => row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table>`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Copies the table to the clipboard as HTML and as plain text, or only as text where a browser copies nothing else. */
export async function copyTable(rows: readonly Row[]) {
  const formats = { 'text/html': toHtml(rows), 'text/plain': toTabSeparatedText(rows) }
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(formats['text/plain'])
  const blobs = Object.entries(formats).map(([type, text]) => [type, new Blob([text], { type })])
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
}
