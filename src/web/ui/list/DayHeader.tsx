import type { ComponentProps, ReactNode } from 'react'

interface DayHeaderProps extends Omit<ComponentProps<'header'>, 'title'> {
  title: string
  titleId?: string
  total: ReactNode
  /** Before the title. */
  lead?: ReactNode
}

/** Header of a day in a list of entries. It stays in view while the rows of the day scroll. */
export function DayHeader({ title, titleId, total, lead, children, className = '', ...header }: DayHeaderProps) {
  return (
    <header
      {...header}
      className={`sticky top-(--list-top,0px) z-2 flex min-h-11 items-center gap-3.5 border-b border-line bg-canvas px-5 max-sm:gap-2.5 max-sm:px-4 ${className}`}
    >
      {lead}
      <h2 id={titleId} className="text-heading first-letter:uppercase">
        {title}
      </h2>
      <div className="min-w-0 flex-1">{children}</div>
      <span className="text-secondary font-strong tabular-nums">{total}</span>
    </header>
  )
}
