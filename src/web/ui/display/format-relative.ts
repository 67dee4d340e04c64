const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.348],
  ['month', 12],
] as const

/** “3 minutes ago”, “yesterday”. */
export function formatRelative(then: number, now: number, locale: string) {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  // Less than a minute ago is “now”: seconds would look more precise than they are.
  let ago = now - then < 60_000 ? 0 : (now - then) / 1_000
  for (const [unit, size] of STEPS) {
    if (Math.round(ago) < size) return format.format(-Math.round(ago), unit)
    ago /= size
  }
  return format.format(-Math.round(ago), 'year')
}
