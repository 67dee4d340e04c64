/** How something that time is told apart by is shown: a project, a tag, a day. */
export interface GroupLabel {
  /** Null: there is none, as in "no client". */
  key: string | null
  name: string
  color: string
}

export interface LabeledPart extends GroupLabel {
  milliseconds: number
}

/** A day, a week or a month. */
export interface Bar {
  day: string
  milliseconds: number
  parts: readonly LabeledPart[]
}
