interface Selection {
  /** The ids of the projects that a report is limited to. */
  projects: readonly string[] | undefined
  /** Whether anything else limits the report, or changes its times. */
  isPartial: boolean
}

/** Whose goal a report can be compared with: null for all work, or a project. Undefined: it has only a part of that work. */
export function goalScope({ projects, isPartial }: Selection): string | null | undefined {
  if (isPartial) return undefined
  if (projects === undefined) return null
  const [first, ...others] = projects
  return others.length === 0 && first !== 'none' ? first : undefined
}
