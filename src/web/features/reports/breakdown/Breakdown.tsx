import { type ReactNode, useState } from 'react'
import type { Summary } from '#contract/reports.ts'
import { toLocale } from '#core/language.ts'
import { formatPercent, percentsOf } from '#web/features/reports/charts/shares.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { Dimension } from '#web/features/reports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import {
  BreakdownLine,
  type BreakdownView,
  CLIENT_COLUMN,
  hasClientColumn,
  pathId,
  SHARE_COLUMN,
} from './BreakdownLine.tsx'

interface BreakdownProps {
  lines: Summary['lines']
  total: number
  /** Entries in the report; an entry on several lines counts once. */
  entries: number
  group: Dimension
  subgroup: Dimension | undefined
  getGroupLabel: GetGroupLabel
  clientOf: BreakdownView['clientOf']
  renderEntries?: BreakdownView['renderEntries']
}

/** The table of the report. A line expands to the lines of the second level, and these to their entries, if there are any. */
export function Breakdown({ lines, total, entries, group, subgroup, ...view }: BreakdownProps) {
  const { t } = useTranslation()
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const columns = useColumns(group, subgroup, hasClientColumn(group, view))
  const percents = percentsOf(lines.map(({ milliseconds }) => milliseconds))
  const fullView: BreakdownView = {
    ...view,
    levels: subgroup === undefined ? [group] : [group, subgroup],
    maxPercent: Math.max(1, ...percents),
    columnCount: columns.length,
    isExpanded: (id) => expanded.includes(id),
    toggle: (id) =>
      setExpanded((expanded) => (expanded.includes(id) ? expanded.filter((one) => one !== id) : [...expanded, id])),
  }
  const ids = lines.map(({ key }) => pathId([{ dimension: group, key }]))

  return (
    <Panel
      title={t('reports.chart.breakdown')}
      aside={
        subgroup !== undefined &&
        ids.length > 0 && <ExpandAllButton ids={ids} expanded={expanded} onChange={setExpanded} />
      }
      className="@container"
    >
      <Table
        caption={t('reports.chart.breakdown')}
        columns={columns}
        footer={<TotalRow milliseconds={total} entries={entries} columns={columns} />}
      >
        {lines.length === 0 && (
          <tr>
            <td colSpan={columns.length}>{t('reports.chart.nothing')}</td>
          </tr>
        )}
        {lines.map((line, index) => (
          <BreakdownLine
            key={line.key}
            line={line}
            path={[{ dimension: group, key: line.key }]}
            percent={percents[index]!}
            view={fullView}
          />
        ))}
      </Table>
      {fullView.levels.includes('tag') && (
        <p className="border-t border-line px-5 py-3 text-caption text-ink-2">{t('reports.chart.tagNote')}</p>
      )}
    </Panel>
  )
}

type ColumnName = 'name' | 'client' | 'entries' | 'share' | 'time'

interface Column {
  name: ColumnName
  label: string
  align?: 'end'
  className?: string
}

function useColumns(group: Dimension, subgroup: Dimension | undefined, hasClient: boolean): Column[] {
  const { t, language } = useTranslation()
  const nameOf = (dimension: Dimension) => t(`reports.chart.dimension.${dimension}`)
  const both = (second: string) =>
    t('reports.chart.both', { first: nameOf(group), second: second.toLocaleLowerCase(toLocale(language)) })
  return [
    { name: 'name', label: subgroup === undefined ? nameOf(group) : both(nameOf(subgroup)) },
    ...(hasClient ? [{ name: 'client', label: nameOf('client'), className: CLIENT_COLUMN } as const] : []),
    { name: 'entries', label: t('reports.chart.entries'), align: 'end' },
    { name: 'share', label: t('reports.chart.share'), className: SHARE_COLUMN },
    { name: 'time', label: t('reports.chart.time'), align: 'end' },
  ]
}

interface ExpandAllButtonProps {
  ids: readonly string[]
  expanded: readonly string[]
  onChange: (expanded: readonly string[]) => void
}

function ExpandAllButton({ ids, expanded, onChange }: ExpandAllButtonProps) {
  const { t } = useTranslation()
  const isAllExpanded = ids.every((id) => expanded.includes(id))
  return (
    <button
      type="button"
      onClick={() => onChange(isAllExpanded ? [] : [...expanded, ...ids])}
      className="relative cursor-pointer rounded-tag font-strong text-accent-ink after:absolute after:-inset-2 hover:underline print:hidden"
    >
      {t(isAllExpanded ? 'reports.chart.collapseAll' : 'reports.chart.expandAll')}
    </button>
  )
}

interface TotalRowProps {
  milliseconds: number
  entries: number
  columns: ReturnType<typeof useColumns>
}

function TotalRow({ milliseconds, entries, columns }: TotalRowProps) {
  const { t, language } = useTranslation()
  const cells: Partial<Record<ColumnName, ReactNode>> = {
    entries,
    share: milliseconds > 0 && formatPercent(100, milliseconds, language),
    time: <Duration milliseconds={milliseconds} />,
  }
  return (
    <tr>
      <th scope="row">{t('ui.total')}</th>
      {columns.slice(1).map(({ name, align, className }) => (
        <td key={name} data-align={align} className={className}>
          {cells[name]}
        </td>
      ))}
    </tr>
  )
}
