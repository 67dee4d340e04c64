/** The worked time of each day, today last. */
type DayDurations = readonly number[]

/**
 * The current and the longest number of consecutive days with work. Today without work does not break a streak, nor does a
 * rest day.
 */
export function streaksOf(days: DayDurations, isRestDay: (index: number) => boolean = () => false) {
  let [current, longest] = [0, 0]
  days.forEach((length, index) => {
    if (length > 0) current += 1
    else if (index < days.length - 1 && !isRestDay(index)) current = 0
    longest = Math.max(longest, current)
  })
  return { current, longest }
}

/** The average of the days with work, or null if there are none. */
export function averageWorkedDay(days: DayDurations): number | null {
  const worked = days.filter((length) => length > 0)
  return worked.length === 0 ? null : Math.round(worked.reduce((sum, length) => sum + length, 0) / worked.length)
}
