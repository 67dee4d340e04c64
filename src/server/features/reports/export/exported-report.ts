import type { GoalProgress } from '#contract/goals/goals.ts'
import type { ExportQuery, Summary } from '#contract/reports.ts'
import type { Language } from '#core/language.ts'
import type { Step } from '#core/report/dimensions.ts'
import type { SharedFields } from '#core/report/shared-report.ts'
import type { EstimateReport } from '#core/tasks/estimate-report.ts'
import type { Segment } from '#core/time/segments.ts'
import type { Names } from './names.ts'

/** The data of a report for all export formats. */
export interface ExportedReport {
  query: ExportQuery
  language: Language
  user: { name: string; email: string }
  names: Names
  /** The heading, if the report has a name. */
  title?: string | undefined
  /** What a shared report shows; undefined for the user's own report. */
  fields?: SharedFields | undefined
  /** Pages of entries in order of their start. Each page is read when the writer requests it. */
  pages: AsyncIterable<readonly ExportedEntry[]>
  readSummary: () => Promise<Summary>
  readEstimates: () => Promise<EstimateReport>
  /** What was done of the goal of this work; undefined if there is none, or if the report has only a part of the work. */
  readGoals: () => Promise<GoalProgress | undefined>
  /** Time by day, week or month; those without work are left out. */
  readTimeByStep: (step: Step) => Promise<readonly { key: string | null; milliseconds: number }[]>
}

export interface ExportedEntry {
  id: string
  /** Start of the first and end of the last segment within the report. */
  start: number
  end: number
  /** The segments within the report, never rounded. */
  segments: readonly Segment[]
  /** Unrounded milliseconds within the report. */
  worked: number
  /** Rounded milliseconds, if the report is rounded. */
  milliseconds: number
  projectId: string
  clientId: string | null
  taskId: string | null
  tagIds: readonly string[]
  /** Names; empty if there is none. */
  project: string
  client: string
  task: string
  tags: readonly string[]
  notes: string
  kind: NonNullable<ExportQuery['kinds']>[number]
}

/** Writes a file chunk by chunk. */
export type Writer = (report: ExportedReport) => AsyncIterable<string | Uint8Array>
