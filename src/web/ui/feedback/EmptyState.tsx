import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One sentence. */
  message: string
  /** One button. */
  action?: ReactNode
  /** Sketch of the future content; a row of bars by default. */
  illustration?: ReactNode
}

export function EmptyState({ message, action, illustration = <TickRow /> }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-5 py-10 text-center">
      <div aria-hidden="true" className="opacity-40">
        {illustration}
      </div>
      <p className="max-w-80 text-body text-balance text-ink-2">{message}</p>
      {action}
    </div>
  )
}

function TickRow() {
  return (
    <svg width={188} height={32} stroke="var(--line-strong)" strokeWidth={2.5} strokeLinecap="round">
      {Array.from({ length: 24 }, (_, index) => {
        const height = 8 + 16 * Math.abs(Math.sin(index * 0.55))
        return <line key={index} x1={2 + index * 8} x2={2 + index * 8} y1={30} y2={30 - height} />
      })}
    </svg>
  )
}
