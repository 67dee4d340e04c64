import clsx from 'clsx'

const TICKS = Array.from({ length: 12 }, (_, index) => index)

/** Decoration only: the component that shows it also says in words that something is loading. */
export function Spinner({ size = 20, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="-12 -12 24 24"
      className={clsx('animate-ticks', className)}
    >
      {TICKS.map((tick) => (
        <line
          key={tick}
          y1={-6.5}
          y2={-10.5}
          stroke="currentColor"
          strokeWidth={1.8}
          strokeLinecap="round"
          opacity={0.15 + (0.85 * tick) / 11}
          transform={`rotate(${tick * 30})`}
        />
      ))}
    </svg>
  )
}
