/** Statistics of all entries of a report, whatever it is grouped by. */
export interface EntryStats {
  completed: number
  cutShort: number
  longestMilliseconds: number
}

export const NO_STATS: EntryStats = { completed: 0, cutShort: 0, longestMilliseconds: 0 }

export const addStats = (some: EntryStats, more: EntryStats): EntryStats => ({
  completed: some.completed + more.completed,
  cutShort: some.cutShort + more.cutShort,
  longestMilliseconds: Math.max(some.longestMilliseconds, more.longestMilliseconds),
})
