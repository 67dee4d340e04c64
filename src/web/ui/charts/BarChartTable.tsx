import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import type { BarColumn } from './bar-column.ts'

interface BarChartTableProps {
  label: string
  columns: readonly BarColumn[]
  isShown: boolean
}

/** The values of the bars, one row per bar, for screen readers or on request. */
export function BarChartTable({ label, columns, isShown }: BarChartTableProps) {
  const { t } = useTranslation()
  const parts = columns[0]?.parts ?? []
  const hasGoals = columns.some(({ goalMilliseconds }) => goalMilliseconds !== undefined)
  const headings = [t('ui.total'), ...(hasGoals ? [t('ui.goal')] : []), ...parts.map((part) => part.label)]
  return (
    <div className="-mx-5">
      <Table
        caption={label}
        isHidden={!isShown}
        isScrollRegion={isShown}
        columns={[
          { label: t('ui.when') },
          ...headings.map((label) => ({ label, align: 'end' as const, className: 'max-w-40 truncate' })),
        ]}
      >
        {columns.map((column) => (
          <tr key={column.id}>
            <th scope="row">{column.title}</th>
            <td data-align="end">
              <Duration milliseconds={column.milliseconds} />
            </td>
            {hasGoals && (
              <td data-align="end">
                {column.goalMilliseconds !== undefined && <Duration milliseconds={column.goalMilliseconds} />}
              </td>
            )}
            {column.parts.map((part) => (
              <td key={part.id} data-align="end">
                {part.milliseconds > 0 && <Duration milliseconds={part.milliseconds} />}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}
