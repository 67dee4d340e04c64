import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

/** A section of the gallery page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <h2 id={id} className="border-b border-line pb-2 text-title">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A component with its name. */
export function Example({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('grid content-start gap-3', className)}>
      <h3 className="text-caption text-ink-3">{name}</h3>
      {children}
    </div>
  )
}
