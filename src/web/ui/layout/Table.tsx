import type { ReactNode } from 'react'
import styles from './Table.module.css'

interface Column {
  label: ReactNode
  align?: 'start' | 'end'
  className?: string | undefined
  /** The order of the rows, if it is by this column. */
  sort?: 'ascending' | 'descending' | undefined
}

interface TableProps {
  /** For screen readers only: a heading above the table usually says the same. */
  caption: string
  columns: readonly Column[]
  /** `<tr>`s. `data-level="2"` marks a subrow of the row above, `data-open` a row whose subrows show. */
  children: ReactNode
  /** A `<tr>` of totals. */
  footer?: ReactNode
  /** For screen readers only. */
  isHidden?: boolean
  /** Makes the wrapper focusable, so that keys can scroll a table without focusable cells. */
  isScrollRegion?: boolean
}

export function Table({ caption, columns, children, footer, isHidden = false, isScrollRegion = false }: TableProps) {
  return (
    // A table ignores a height of 1 px, so the wrapper must hide it.
    <div
      {...(isScrollRegion && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
      className={isHidden ? 'sr-only' : styles['scroll']}
    >
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={index}
                scope="col"
                data-align={column.align}
                aria-sort={column.sort}
                className={column.className}
              >
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
