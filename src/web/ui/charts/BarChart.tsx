import { useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatWholeDuration } from '#web/ui/display/format-duration.ts'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { barChartScale, type BarColumn, fitLabels, textWidth } from './bar-column.ts'
import { BarChartColumn } from './BarChartColumn.tsx'
import { BarChartTable } from './BarChartTable.tsx'
import { BarChartTooltip } from './BarChartTooltip.tsx'
import { useActiveCell } from './useActiveCell.ts'

interface BarChartProps {
  label: string
  columns: readonly BarColumn[]
}

const HEIGHT = 292
const TOP = 22
const FLOOR = HEIGHT - 28

/** Stacked hours per day, week or month. Arrow keys move between columns. A table holds the same values. */
export function BarChart({ label, columns }: BarChartProps) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  // The hidden table is for screen readers only, so it can render later.
  const hasTable = useIsAfterFirstRender()
  return (
    <div>
      {!isTable && <Chart label={label} columns={columns} />}
      {hasTable && <BarChartTable label={label} columns={columns} isShown={isTable} />}
      <button
        type="button"
        onClick={() => setIsTable(!isTable)}
        className="relative mt-2 cursor-pointer rounded-tag text-caption text-ink-3 after:absolute after:-inset-2 hover:text-ink hover:underline print:hidden"
      >
        {t(isTable ? 'ui.asChart' : 'ui.asTable')}
      </button>
    </div>
  )
}

function Chart({ label, columns }: BarChartProps) {
  const { language } = useTranslation()
  const [ref, width] = useWidth()
  const { active, setActive, chartProps } = useActiveCell(columns.length, 1)
  const { top, step } = barChartScale(
    Math.max(...columns.flatMap(({ milliseconds, goalMilliseconds = 0 }) => [milliseconds, goalMilliseconds])),
  )
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => ({
    value: index * step,
    text: index === 0 ? '0' : formatWholeDuration(index * step, language),
  }))
  const left = Math.max(...lines.map(({ text }) => textWidth(text))) + 2
  const y = (milliseconds: number) => FLOOR - (FLOOR - TOP) * (milliseconds / top)
  const columnWidth = Math.max(0, width - left) / columns.length
  const labels = fitLabels(columns, columnWidth)
  const shown = active === undefined ? undefined : columns[active]

  return (
    <div ref={ref} className="relative">
      <div role="group" aria-label={label} {...chartProps} className="rounded-small outline-offset-6">
        <svg
          aria-hidden="true"
          width={width}
          height={HEIGHT}
          // In print the chart scales down: the width of the paper is not measured.
          viewBox={`0 0 ${width} ${HEIGHT}`}
          className="block max-w-full overflow-visible tabular-nums"
        >
          {lines.map(({ value, text }) => (
            <Line key={value} x={left} width={width} y={y(value)} isFloor={value === 0} text={text} />
          ))}
          <GoalLine columns={columns} left={left} columnWidth={columnWidth} y={y} />
          {columns.map((column, index) => (
            <BarChartColumn
              key={column.id}
              column={column}
              x={left + columnWidth * index}
              width={columnWidth}
              y={y}
              isActive={index === active}
              label={labels[index]!}
              onPoint={() => setActive(index)}
            />
          ))}
        </svg>
      </div>
      <div role="status">
        {shown !== undefined && (
          <BarChartTooltip column={shown} x={left + columnWidth * ((active ?? 0) + 0.5)} width={width} />
        )}
      </div>
    </div>
  )
}

interface LineProps {
  x: number
  width: number
  y: number
  isFloor: boolean
  text: string
}

const Line = ({ x, width, y, isFloor, text }: LineProps) => (
  <g>
    <line x1={x} x2={width} y1={y} y2={y} className={isFloor ? 'stroke-line-strong' : 'stroke-line'} />
    <text x={0} y={y + 4} className="fill-ink-3 text-minimum">
      {text}
    </text>
  </g>
)

interface GoalLineProps {
  columns: readonly BarColumn[]
  left: number
  columnWidth: number
  y: (milliseconds: number) => number
}

/** A dashed line across the columns that have a goal. It is one line where neighbours have the same. */
function GoalLine({ columns, left, columnWidth, y }: GoalLineProps) {
  const lines = columns.flatMap(({ goalMilliseconds }, index) => {
    if (goalMilliseconds === undefined) return []
    const isContinued = columns[index - 1]?.goalMilliseconds === goalMilliseconds
    const start = isContinued ? '' : `M${left + columnWidth * index} ${y(goalMilliseconds)}`
    return `${start}H${left + columnWidth * (index + 1)}`
  })
  return (
    <path
      d={lines.join('')}
      strokeWidth={1.4}
      strokeDasharray="2 4"
      strokeLinecap="round"
      className="pointer-events-none fill-none stroke-accent"
    />
  )
}
