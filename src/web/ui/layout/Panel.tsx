import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** Secondary text beside the title. */
  hint?: string
  /** At the right of the header: a link, a total, a button. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A card with a title. */
export function Panel({ title, hint, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx('flex flex-col overflow-hidden rounded-panel border border-line bg-surface', className)}
    >
      <header className="flex items-baseline gap-3 px-5 pt-4 pb-2">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {hint !== undefined && <span className="text-caption text-ink-3">{hint}</span>}
        <div className="ml-auto text-caption text-ink-2">{aside}</div>
      </header>
      {children}
    </section>
  )
}
