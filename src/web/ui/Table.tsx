import type { ReactNode } from 'react'
import styles from './Table.module.css'

interface TableProps {
  /** Read out, not shown: a heading above the table usually says the same. */
  caption: string
  columns: readonly { label: string; align?: 'start' | 'end' }[]
  /** `<tr>`s; one with `data-level="2"` is part of the row above it. */
  children: ReactNode
  /** A `<tr>` of sums. */
  footer?: ReactNode
}

export function Table({ caption, columns, children, footer }: TableProps) {
  return (
    <div className="overflow-x-auto">
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-align={column.align}>
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
