import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { ImportField, ImportPreview } from '#contract/files/imports.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Table } from '#web/ui/layout/Table.tsx'

export interface NumberedColumn {
  index: number
  heading: string
  field: ImportField | null
}

interface RowsPictureProps {
  columns: readonly NumberedColumn[]
  rows: ImportPreview['firstRows']
  /** The field that assigns a meaning to a column. */
  select: (column: NumberedColumn) => ReactNode
}

/** The first rows as they are in the file. The headings are fields that say what the columns mean. */
export function RowsPicture({ columns, rows, select }: RowsPictureProps) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('imports.columns.picture')}
      columns={[
        { label: t('imports.columns.line'), align: 'end' },
        ...columns.map((column) => ({
          label: <div className="w-40 py-1 whitespace-normal *:grid-cols-1">{select(column)}</div>,
        })),
      ]}
    >
      {rows.map(({ line, cells }) => (
        <tr key={line}>
          <td data-align="end" className="text-ink-3">
            {line}
          </td>
          {columns.map(({ index, field }) => (
            <td
              key={index}
              className={clsx('max-w-40 truncate', (field === null || field === 'unused') && 'text-ink-3')}
            >
              {cells[index]}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
