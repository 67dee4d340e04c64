import clsx from 'clsx'
import { useWidth } from '#web/ui/hooks/useWidth.ts'

/** Highlighted ticks behind the head of an endless row. */
const TAIL_TICKS = 12

interface TickProgressProps {
  label: string
  /** From 0 to 1. */
  value: number
  /** The timer has no end: a group of ticks runs along the row instead of filling it. */
  isEndless?: boolean
}

/** A progress bar of ticks, for the stage. */
export function TickProgress({ label, value, isEndless = false }: TickProgressProps) {
  const [ref, width] = useWidth()
  const count = Math.floor(width / 8)
  return (
    <div
      ref={ref}
      role="progressbar"
      aria-label={label}
      aria-valuenow={isEndless ? undefined : Math.round(value * 100)}
      className="flex h-3.5 min-w-0 items-center justify-between"
    >
      {Array.from({ length: count }, (_, index) => {
        const opacity = isEndless ? tailOpacity(index, Math.floor(value * count), count) : Number(index < value * count)
        return (
          <span
            key={index}
            style={{ opacity: opacity > 0 && opacity < 1 ? opacity : undefined }}
            className={clsx('w-[3px] rounded-full', opacity > 0 ? 'h-3.5 bg-tick' : 'h-3 bg-stage-line')}
          />
        )
      })}
    </div>
  )
}

/** Full at the head, paler with every tick behind it. The tail wraps around the end of the row. */
function tailOpacity(index: number, head: number, count: number) {
  const length = Math.min(TAIL_TICKS, count / 2)
  const behind = (head - index + count) % count
  return behind < length ? 1 - (0.8 * behind) / length : 0
}
