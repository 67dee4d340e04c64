import clsx from 'clsx'
import { useWidth } from '#web/ui/hooks/useWidth.ts'

/** Ticks behind the head of an endless row that are still lit. */
const TAIL_TICKS = 12

interface TickProgressProps {
  label: string
  /** From 0 to 1. */
  value: number
  /** There is nothing to fill: a comet of ticks runs along instead. */
  isEndless?: boolean
}

/** Progress as a row of ticks, on a stage. */
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
        const light = isEndless ? tailOpacity(index, Math.floor(value * count), count) : Number(index < value * count)
        return (
          <span
            key={index}
            style={{ opacity: light > 0 && light < 1 ? light : undefined }}
            className={clsx('w-[3px] rounded-full', light > 0 ? 'h-3.5 bg-tick' : 'h-3 bg-stage-line')}
          />
        )
      })}
    </div>
  )
}

/** Full at the head, paler with every tick behind it, and round the end into the beginning. */
function tailOpacity(index: number, head: number, count: number) {
  const length = Math.min(TAIL_TICKS, count / 2)
  const behind = (head - index + count) % count
  return behind < length ? 1 - (0.8 * behind) / length : 0
}
