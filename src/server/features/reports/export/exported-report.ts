import type { ExportQuery, Summary } from '#contract/reports.ts'
import type { Language } from '#core/language.ts'
import type { Step } from '#core/report/dimensions.ts'
import type { Names } from './names.ts'

/** A report that is about to become a file. */
export interface ExportedReport {
  query: ExportQuery
  language: Language
  /** Who worked. */
  user: { name: string; email: string }
  names: Names
  /** The entries in the order in which they began, some at a time; read only as far as they are taken. */
  pages: AsyncIterable<readonly ExportedEntry[]>
  readSummary: () => Promise<Summary>
  /** What was worked day by day, or in longer steps; those without work are left out. */
  readSteps: (step: Step) => Promise<readonly { key: string | null; milliseconds: number }[]>
}

export interface ExportedEntry {
  id: string
  /** When work on it began and ended, within the days of the report. */
  start: number
  end: number
  /** Worked within the days of the report, to the millisecond. */
  worked: number
  /** What it counts for in the report: the same, unless it is rounded. */
  milliseconds: number
  project: string
  client: string
  task: string
  tags: readonly string[]
  notes: string
  kind: NonNullable<ExportQuery['kinds']>[number]
}

/** Turns a report into the bytes of a file, slice by slice. */
export type Writer = (report: ExportedReport) => AsyncIterable<string | Uint8Array>
