/** How long was worked on each day, the present one last. */
type DayDurations = readonly number[]

/** Days with work in a row: up to now, and the most there were. A last day without work yet breaks nothing. */
export function streaksOf(days: DayDurations) {
  let [current, longest] = [0, 0]
  days.forEach((length, index) => {
    if (length > 0) current += 1
    else if (index < days.length - 1) current = 0
    longest = Math.max(longest, current)
  })
  return { current, longest }
}

/** How long a day with work was on average, or null when there was none. */
export function averageWorkedDay(days: DayDurations): number | null {
  const worked = days.filter((length) => length > 0)
  return worked.length === 0 ? null : Math.round(worked.reduce((sum, length) => sum + length, 0) / worked.length)
}
