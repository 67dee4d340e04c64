import { useNow } from '#web/ui/hooks/useNow.ts'
import { toDayPercent, type GridDay } from './day-segments.ts'

/** A line at the current time; only today's column shows it. */
export function NowLine({ day: { from, to, scale } }: { day: GridDay }) {
  const now = useNow().getTime()
  if (now < from || now >= to) return null
  return (
    <div
      aria-hidden="true"
      style={{ top: toDayPercent(scale.clockMsAt(now)), height: 2, translate: '0 -50%' }}
      className="pointer-events-none absolute inset-x-0 z-2 rounded-full bg-ink"
    />
  )
}
