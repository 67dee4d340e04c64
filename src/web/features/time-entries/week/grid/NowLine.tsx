import { useNow } from '#web/ui/hooks/useNow.ts'
import { toDayPercent, type GridDay } from './day-segments.ts'

/** Where today is now. */
export function NowLine({ day: { from, to, scale } }: { day: GridDay }) {
  const now = useNow().getTime()
  if (now < from || now >= to) return null
  return (
    <div
      aria-hidden="true"
      style={{ top: toDayPercent(scale.clockAt(now)), height: 2, translate: '0 -50%' }}
      className="pointer-events-none absolute inset-x-0 z-2 rounded-full bg-ink"
    />
  )
}
