import type { ImportPreview } from '#contract/files/imports.ts'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { formatMonth } from './preview-dates.ts'

/** Time by month, so that the user can compare it with the other product. */
export function MonthsTable({ months }: Pick<ImportPreview, 'months'>) {
  const { t, language } = useTranslation()
  const format = new Intl.NumberFormat(toLocale(language))
  if (months.length === 0) return null
  return (
    <Panel title={t('imports.months.title')} hint={t('imports.months.hint')}>
      <Table
        isScrollRegion
        caption={t('imports.months.title')}
        columns={[
          { label: t('imports.months.month') },
          { label: t('imports.months.entries'), align: 'end' },
          { label: t('imports.months.time'), align: 'end' },
        ]}
      >
        {months.map(({ month, entries, milliseconds }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month, language)}</th>
            <td data-align="end">{format.format(entries)}</td>
            <td data-align="end">
              <Duration milliseconds={milliseconds} />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
