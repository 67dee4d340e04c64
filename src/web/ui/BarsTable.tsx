import { useTranslation } from '#web/i18n/i18n.ts'
import { type BarColumn, totalOf } from './bar-column.ts'
import { formatDuration } from './format-duration.ts'

/** What the bars show, for those who do not see them. */
export function BarsTable({ label, columns }: { label: string; columns: readonly BarColumn[] }) {
  const { t, language } = useTranslation()
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
                {t('ui.total')} {formatDuration(totalOf(column), language)}
              </td>
              <td>
                {column.parts.map((part) => `${part.label} ${formatDuration(part.milliseconds, language)}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
