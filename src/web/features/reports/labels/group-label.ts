import type { Dimension } from '#web/features/reports/queries.ts'

/** Name and colour of one group of a report: a project, a tag, a day. */
export interface GroupLabel {
  /** Null for the entries without one, as in "no client". */
  key: string | null
  name: string
  color: string
}

export type GetGroupLabel = (dimension: Dimension, key: string | null) => GroupLabel

/** Time of one group within a bar or a whole report. */
export interface LabeledPart extends Omit<GroupLabel, 'color'> {
  /** Undefined for several groups that are merged: they are drawn as an outline. */
  color: string | undefined
  milliseconds: number
}

/** Time in one day, week or month. */
export interface Bar {
  /** First day of the bucket. */
  day: string
  milliseconds: number
  parts: readonly LabeledPart[]
}
