/** The time of day a number of minutes later, and the weekday when that is another day. */
export function endTime(now: Date, minutes: number, locale: string): { time: string; day?: string } {
  const end = new Date(now.getTime() + minutes * 60_000)
  const time = end.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  if (end.toDateString() === now.toDateString()) return { time }
  return { time, day: end.toLocaleDateString(locale, { weekday: 'long' }) }
}
