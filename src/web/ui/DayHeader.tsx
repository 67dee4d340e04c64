import type { ReactNode } from 'react'

/** Begins a day in a list of entries, and stays in view while its rows scroll by. */
export function DayHeader({ title, total, children }: { title: string; total: ReactNode; children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-10 flex min-h-11 items-center gap-4 border-b border-line bg-canvas px-5">
      <h2 className="text-heading">{title}</h2>
      <div className="min-w-0 flex-1">{children}</div>
      <span className="text-secondary font-strong tabular-nums">{total}</span>
    </header>
  )
}
