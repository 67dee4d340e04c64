import clsx from 'clsx'
import type { ReactNode } from 'react'

interface RowProps {
  /** The cells, in a flex container. */
  children: ReactNode
  /** The entry that the timer is tracking. */
  isRunning?: boolean
  /** A menu or a button at the end. */
  action?: ReactNode
}

export function Row({ children, isRunning = false, action }: RowProps) {
  return (
    <li
      className={clsx(
        'flex min-h-12.5 items-center gap-3.5 border-t border-line pr-3 pl-5 transition-colors first:border-t-0',
        isRunning ? 'bg-tint' : 'hover:bg-hover/50',
      )}
    >
      {children}
      {action}
    </li>
  )
}
