import type { Summary } from '#contract/reports.ts'
import { writeDuration } from '#core/duration-text.ts'
import { HOUR_MS } from '#core/units.ts'
import type { GroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { Dimension, ReportQuery } from '#web/features/reports/queries.ts'

export interface Headings {
  /** Of the columns with names. */
  names: readonly string[]
  entries: string
  time: string
  hours: string
  total: string
}

type GetGroupLabel = (dimension: Dimension, key: string | null) => Pick<GroupLabel, 'name'>
type Cells = readonly string[]

/** The breakdown of a report as rows of text, the headings first and the total last. */
export function toTable(
  summary: Summary,
  query: Pick<ReportQuery, 'group' | 'subgroup'>,
  look: GetGroupLabel,
  headings: Headings,
) {
  const { group, subgroup } = query
  const figures = ({ entries, milliseconds }: { entries: number; milliseconds: number }) => [
    String(entries),
    writeDuration(milliseconds),
    (milliseconds / HOUR_MS).toFixed(2),
  ]
  const rows = summary.lines.flatMap((line): Cells[] =>
    subgroup === undefined
      ? [[look(group, line.key).name, ...figures(line)]]
      : line.lines.map((below) => [look(group, line.key).name, look(subgroup, below.key).name, ...figures(below)]),
  )
  const { names, entries, time, hours, total } = headings
  const blanks = names.slice(1).map(() => '')
  return [[...names, entries, time, hours], ...rows, [total, ...blanks, ...figures(summary.total)]]
}

/** For spreadsheets that read plain text: what would break its cells becomes a space, and nothing is a formula. */
export const toTabSeparatedText = (rows: readonly Cells[]) =>
  rows.map((cells) => cells.map((cell) => neutralizeFormula(cell.replaceAll(/\s+/g, ' '))).join('\t')).join('\n')

const neutralizeFormula = (cell: string) => (/^[=+\-@＝＋－＠]/u.test(cell) ? `'${cell}` : cell)

/** For documents and mail. */
export function toHtml([head = [], ...rows]: readonly Cells[]) {
  const cells = (tag: string, row: Cells) => row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table>`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Puts a table where it can be pasted from, in both shapes. */
export async function copyTable(rows: readonly Cells[]) {
  const shapes = { 'text/html': toHtml(rows), 'text/plain': toTabSeparatedText(rows) }
  const blobs = Object.entries(shapes).map(([type, text]) => [type, new Blob([text], { type })])
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
}
