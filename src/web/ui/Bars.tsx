import { useTranslation } from '#web/i18n/i18n.ts'
import { type BarColumn, barsScale, totalOf } from './bar-column.ts'
import { BarsColumn } from './BarsColumn.tsx'
import { BarsTable } from './BarsTable.tsx'
import { BarsTip } from './BarsTip.tsx'
import { formatDuration } from './format-duration.ts'
import { useActiveCell } from './useActiveCell.ts'
import { useWidth } from './useWidth.ts'

interface BarsProps {
  label: string
  columns: readonly BarColumn[]
  goalMilliseconds?: number | undefined
}

const HEIGHT = 292
const LEFT = 40
const TOP = 22
const FLOOR = HEIGHT - 28
/** What the label of a column needs; narrower columns share one. */
const LABEL_WIDTH = 52

/** Stacked hours per day or month. Arrow keys walk the columns; the same figures are in a hidden table. */
export function Bars({ label, columns, goalMilliseconds }: BarsProps) {
  const [ref, width] = useWidth()
  const { active, setActive, chartProps } = useActiveCell(columns.length, 1)
  const { top, step } = barsScale(Math.max(goalMilliseconds ?? 0, ...columns.map(totalOf)))
  const y = (milliseconds: number) => FLOOR - (FLOOR - TOP) * (milliseconds / top)
  const columnWidth = Math.max(0, width - LEFT) / columns.length
  const columnsPerLabel = Math.ceil(LABEL_WIDTH / columnWidth)
  const shown = active === undefined ? undefined : columns[active]

  return (
    <div ref={ref} className="relative">
      <div role="group" aria-label={label} {...chartProps} className="rounded-small outline-offset-6">
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block overflow-visible tabular-nums">
          <Grid width={width} top={top} step={step} y={y} />
          {goalMilliseconds !== undefined && <Goal width={width} y={y(goalMilliseconds)} />}
          {columns.map((column, index) => (
            <BarsColumn
              key={column.title}
              column={column}
              x={LEFT + columnWidth * index}
              width={columnWidth}
              y={y}
              isActive={index === active}
              hasLabel={index % columnsPerLabel === 0}
              onPoint={() => setActive(index)}
            />
          ))}
        </svg>
      </div>
      <div role="status">
        {shown !== undefined && <BarsTip column={shown} x={LEFT + columnWidth * ((active ?? 0) + 0.5)} width={width} />}
      </div>
      <BarsTable label={label} columns={columns} />
    </div>
  )
}

interface GridProps {
  width: number
  top: number
  step: number
  y: (milliseconds: number) => number
}

function Grid({ width, top, step, y }: GridProps) {
  const { language } = useTranslation()
  const values = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return values.map((value) => (
    <g key={value}>
      <line
        x1={LEFT}
        x2={width}
        y1={y(value)}
        y2={y(value)}
        className={value === 0 ? 'stroke-line-strong' : 'stroke-line'}
      />
      <text x={0} y={y(value) + 4} className="fill-ink-3 text-minimum">
        {value === 0 ? 0 : formatDuration(value, language).replace(/ 00.*$/, '')}
      </text>
    </g>
  ))
}

function Goal({ width, y }: { width: number; y: number }) {
  return (
    <line
      x1={LEFT}
      x2={width}
      y1={y}
      y2={y}
      strokeWidth={1.4}
      strokeDasharray="2 4"
      strokeLinecap="round"
      className="stroke-accent"
    />
  )
}
