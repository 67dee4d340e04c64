import { useNow } from '#web/ui/hooks/useNow.ts'
import { toDayPercent, type GridDay } from './day-segments.ts'

/** A line at the current time, with a dot at its start; only today's column shows it. Blocks cover the line, not the dot. */
export function NowLine({ day: { from, to, scale } }: { day: GridDay }) {
  const now = useNow().getTime()
  if (now < from || now >= to) return null
  const top = toDayPercent(scale.clockMsAt(now))
  return (
    <>
      <div aria-hidden="true" style={{ top, height: 2, translate: '0 -50%' }} className={`${MARK} inset-x-0`} />
      <div
        aria-hidden="true"
        style={{ top, width: 8, height: 8, left: -4, translate: '0 -50%' }}
        className={`${MARK} z-2`}
      />
    </>
  )
}

const MARK = 'pointer-events-none absolute rounded-full bg-ink'
