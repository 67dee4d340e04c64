import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type {
  EstimateGroup,
  EstimateLine,
  EstimateOrder,
  EstimateReport,
  EstimateTotals,
} from '#core/tasks/estimate-report.ts'
import type { EstimateComparison } from '#core/tasks/estimate.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { differenceText, useAmountText } from './estimate-text.ts'
import { EstimateBar } from './EstimateBar.tsx'
import styles from './estimates.module.css'

interface EstimatesTableProps {
  report: EstimateReport
  order: EstimateOrder
  onOrder: (order: EstimateOrder) => void
  getGroupLabel: GetGroupLabel
}

/** The projects with their tasks, and the sum of all of them. */
export function EstimatesTable({ report: { projects, totals }, order, onOrder, getGroupLabel }: EstimatesTableProps) {
  const { t } = useTranslation()
  const heading = (name: EstimateOrder, label: string) => ({
    label: <SortButton label={label} name={name} order={order} onOrder={onOrder} />,
    sort: order === name ? (name === 'name' ? ('ascending' as const) : ('descending' as const)) : undefined,
  })
  return (
    <Table
      caption={t('reports.estimates.title')}
      columns={[
        heading('name', t('reports.chart.dimension.task')),
        { label: t('reports.estimates.actual'), className: styles['wide'] },
        { label: t('reports.estimates.estimate'), className: styles['wide'] },
        { ...heading('difference', t('reports.estimates.difference')), align: 'end' },
        { ...heading('time', t('reports.estimates.inPeriod')), align: 'end', className: styles['wide'] },
      ]}
      footer={projects.length > 1 ? <TotalsRow name={t('ui.total')} totals={totals} /> : undefined}
    >
      {projects.map((group) => (
        <ProjectRows key={group.project} group={group} getGroupLabel={getGroupLabel} />
      ))}
    </Table>
  )
}

interface SortButtonProps {
  label: string
  name: EstimateOrder
  order: EstimateOrder
  onOrder: (order: EstimateOrder) => void
}

function SortButton({ label, name, order, onOrder }: SortButtonProps) {
  const Arrow = name === 'name' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onOrder(name)}
      className="relative inline-flex cursor-pointer items-center gap-1 rounded-tag after:absolute after:-inset-2 hover:underline"
    >
      {label}
      {order === name && <Arrow size={12} strokeWidth={2} aria-hidden="true" className="print:hidden" />}
    </button>
  )
}

interface ProjectRowsProps {
  group: EstimateGroup
  getGroupLabel: GetGroupLabel
}

function ProjectRows({ group: { project, totals, lines }, getGroupLabel }: ProjectRowsProps) {
  const { name, color } = getGroupLabel('project', project)
  return (
    <>
      <TotalsRow
        name={
          <span className="flex items-center gap-2.5">
            <ColorDot color={color} />
            <span title={name} className="truncate">
              {name}
            </span>
          </span>
        }
        totals={totals}
      />
      {lines.map((line) => (
        <TaskRow key={line.task} line={line} name={getGroupLabel('task', line.task).name} color={color} />
      ))}
    </>
  )
}

function TaskRow({ line, name, color }: { line: EstimateLine; name: string; color: string }) {
  const { t } = useTranslation()
  const textOf = useAmountText()
  const { comparison, ratio, isCompleted, workInPeriod, task } = line
  const [done, estimated] = [textOf(comparison.unit, comparison.done), textOf(comparison.unit, comparison.estimated)]
  return (
    <tr data-level="2">
      <th scope="row" className={clsx(styles['name'], styles['task'])}>
        <span className="flex min-w-0 items-center gap-1.5">
          <Link to="/time-entries" search={{ task }} title={name} className="truncate rounded-tag hover:underline">
            {name}
          </Link>
          {isCompleted && (
            <Check
              size={14}
              strokeWidth={2}
              role="img"
              aria-label={t('tasks.form.completed')}
              className="flex-none text-success-ink"
            />
          )}
        </span>
        <span className={clsx(styles['narrow'], 'text-caption text-ink-3')}>
          {t('reports.estimates.of', { done, estimated })}
        </span>
        <span className={styles['narrow']}>
          <EstimateBar ratio={ratio} color={color} />
        </span>
      </th>
      <td className={styles['wide']}>
        <span className="flex items-center gap-3">
          <EstimateBar ratio={ratio} color={color} />
          <span className="text-ink">
            <Amount unit={comparison.unit} amount={comparison.done} />
          </span>
        </span>
      </td>
      <td className={styles['wide']}>
        <Amount unit={comparison.unit} amount={comparison.estimated} />
      </td>
      <td data-align="end">
        <span className={comparison.difference > 0 ? 'font-strong text-warning-ink' : undefined}>
          {differenceText(line, t, textOf)}
        </span>
      </td>
      <td data-align="end" className={styles['wide']}>
        <Duration milliseconds={workInPeriod.milliseconds} />
      </td>
    </tr>
  )
}

/** A project or all of them. Sessions and hours cannot be added, so each has its own line. */
function TotalsRow({ name, totals }: { name: ReactNode; totals: EstimateTotals }) {
  const { t } = useTranslation()
  const { sessions, milliseconds, over, within, millisecondsInPeriod } = totals
  const sums = [milliseconds, sessions].filter((sum) => sum !== undefined)
  const cell = (amount: 'done' | 'estimated') =>
    sums.map((sum) => (
      <span key={sum.unit} className="block">
        <Amount unit={sum.unit} amount={sum[amount]} />
      </span>
    ))
  return (
    <tr>
      <th scope="row" className={styles['name']}>
        {name}
      </th>
      <td className={clsx(styles['wide'], styles['sum'], 'py-2')}>{cell('done')}</td>
      <td className={clsx(styles['wide'], 'py-2')}>{cell('estimated')}</td>
      <td data-align="end" className="text-ink-2">
        {t('reports.estimates.withinShort', { within, count: over + within })}
      </td>
      <td data-align="end" className={styles['wide']}>
        <Duration milliseconds={millisecondsInPeriod} />
      </td>
    </tr>
  )
}

function Amount({ unit, amount }: { unit: EstimateComparison['unit']; amount: number }) {
  const textOf = useAmountText()
  return unit === 'sessions' ? textOf(unit, amount) : <Duration milliseconds={amount} />
}
