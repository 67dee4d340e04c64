import { useTranslation } from 'react-i18next'
import { type BarColumn, totalOf } from './bar-column.ts'
import { formatDuration } from './format-duration.ts'

/** What the bars show, for those who do not see them. */
export function BarsTable({ label, columns }: { label: string; columns: readonly BarColumn[] }) {
  const { t, i18n } = useTranslation()
  return (
    // A table ignores a height of 1 px, so that its wrapper must hide it.
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <tbody>
          {columns.map((column) => (
            <tr key={column.title}>
              <th scope="row">{column.title}</th>
              <td>
                {t('ui.total')} {formatDuration(totalOf(column), i18n.language)}
              </td>
              <td>
                {column.parts
                  .map((part) => `${part.label} ${formatDuration(part.milliseconds, i18n.language)}`)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
