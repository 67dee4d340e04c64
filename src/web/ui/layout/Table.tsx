import type { ReactNode } from 'react'
import styles from './Table.module.css'

interface TableProps {
  /** Read out, not shown: a heading above the table usually says the same. */
  caption: string
  columns: readonly { label: string; align?: 'start' | 'end'; className?: string }[]
  /** `<tr>`s; one with `data-level="2"` is part of the one above it, which may say `data-open`. */
  children: ReactNode
  /** A `<tr>` of sums. */
  footer?: ReactNode
  /** Read out, not shown. */
  isHidden?: boolean
  /** Where nothing in it takes the focus, so that keys could scroll it. */
  isScrollRegion?: boolean
}

export function Table({
  caption,
  columns,
  children,
  footer,
  isHidden = false,
  isScrollRegion: isPlain = false,
}: TableProps) {
  return (
    // A table ignores a height of 1 px, so that its wrapper must hide it.
    <div
      {...(isPlain && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
      className={isHidden ? 'sr-only' : styles['scroll']}
    >
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" data-align={column.align} className={column.className}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {footer !== undefined && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  )
}
