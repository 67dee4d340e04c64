import clsx from 'clsx'
import { useWidth } from './useWidth.ts'

/** Progress as a row of ticks, on a stage. */
export function TickProgress({ label, value }: { label: string; value: number }) {
  const [ref, width] = useWidth()
  const count = Math.floor(width / 8)
  return (
    <div
      ref={ref}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value * 100)}
      className="flex h-3.5 min-w-0 items-center justify-between"
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={clsx('w-[3px] rounded-full', index < value * count ? 'h-3.5 bg-tick' : 'h-3 bg-stage-line')}
        />
      ))}
    </div>
  )
}
