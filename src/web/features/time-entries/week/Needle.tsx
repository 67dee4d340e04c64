import { useNow } from '#web/ui/useNow.ts'
import { inDay, type ShownDay } from './pieces.ts'

/** Where today is now. */
export function Needle({ day: { from, to, scale } }: { day: ShownDay }) {
  const now = useNow().getTime()
  if (now < from || now >= to) return null
  return (
    <div
      aria-hidden="true"
      style={{ top: inDay(scale.placeOf(now)), height: 2, translate: '0 -50%' }}
      className="pointer-events-none absolute inset-x-0 z-2 rounded-full bg-ink"
    />
  )
}
