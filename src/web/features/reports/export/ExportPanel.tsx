import { useQuery } from '@tanstack/react-query'
import { ClipboardCopy, FileJson, FileSpreadsheet, FileText, FileType, FileUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ExportFormat, Summary } from '#contract/reports.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { ReportQuery } from '#web/features/reports/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useRefocusAfterFirstOpen } from '#web/ui/overlays/menu-focus.ts'
import { Menu } from '#web/ui/overlays/Menu.tsx'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/overlays/MenuSeparator.tsx'
import { copyTable, toTable } from './clipboard-table.ts'

export interface ExportPanelProps {
  query: ReportQuery
  /** Undefined until the current summary has loaded: the table cannot be copied before. */
  summary: Summary | undefined
  getGroupLabel: GetGroupLabel
  trigger: ComponentProps<typeof Menu>['trigger']
  onFormat: (format: ExportFormat) => void
}

const ICON = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The most used formats first. */
const FORMATS: readonly [ExportFormat, typeof FileText][] = [
  ['csv', FileText],
  ['xlsx', FileSpreadsheet],
  ['pdf', FileType],
  ['json', FileJson],
]
/** Offered if any task has an estimate. */
const ESTIMATE_FORMATS: typeof FORMATS = [['estimates', FileText]]
/** Formats for importing into another product. */
const TRANSFER_FORMATS: readonly [ExportFormat, typeof FileText][] = [
  ['toggl', FileUp],
  ['clockify', FileUp],
]

/** Menu of the export button. It is loaded on the first click, so it mounts already open. */
export function ExportPanel({ query, summary, getGroupLabel, trigger, onFormat }: ExportPanelProps) {
  const { t } = useTranslation()
  const { data: tasks = [] } = useQuery(taskList.query)
  const hasEstimates = tasks.some(({ estimate }) => estimate !== null)
  const refocusRef = useRefocusAfterFirstOpen()
  const item = ([format, Icon]: (typeof FORMATS)[number]) => (
    <MenuItem key={format} icon={<Icon {...ICON} />} onAction={() => onFormat(format)}>
      {t(`reports.export.${format}`)}
    </MenuItem>
  )
  const copy = (summary: Summary) => {
    copyTable(toTable(summary, query, getGroupLabel, headingsOf(query, t))).then(
      () => toast.show(t('reports.export.copied'), { tone: 'success' }),
      () => toast.show(t('reports.export.copyFailed'), { tone: 'danger' }),
    )
  }

  return (
    <div ref={refocusRef}>
      <Menu placement="bottom end" trigger={trigger} defaultOpen>
        {FORMATS.map(item)}
        {hasEstimates && ESTIMATE_FORMATS.map(item)}
        <MenuItem
          icon={<ClipboardCopy {...ICON} />}
          isDisabled={summary === undefined}
          onAction={() => summary && copy(summary)}
        >
          {t('reports.export.copy')}
        </MenuItem>
        <MenuSeparator />
        {TRANSFER_FORMATS.map(item)}
      </Menu>
    </div>
  )
}

const headingsOf = ({ group, subgroup }: ReportQuery, t: Translate) => ({
  names: [group, subgroup ?? []].flat().map((dimension) => t(`reports.chart.dimension.${dimension}`)),
  entries: t('reports.chart.entries'),
  time: t('reports.chart.time'),
  hours: t('reports.export.hours'),
  total: t('reports.figure.total'),
})
