import clsx from 'clsx'
import { toMarkColor } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { type BarColumn, stackParts, textWidth } from './bar-column.ts'

interface BarChartColumnProps {
  column: BarColumn
  x: number
  width: number
  y: (milliseconds: number) => number
  isActive: boolean
  /** Empty if there is no room. */
  label: string
  onPoint: () => void
}

/** A stacked bar with total and label. Gaps separate the parts, so that colour is not the only cue. */
export function BarChartColumn({ column, x, width, y, isActive, label, onPoint }: BarChartColumnProps) {
  const center = x + width / 2
  const { language } = useTranslation()
  const total = formatDuration(column.milliseconds, language)

  return (
    <g onPointerEnter={onPoint}>
      <rect
        x={x + width * 0.04}
        y={8}
        width={width * 0.92}
        height={y(0) - 8}
        rx={Math.min(8, width / 4)}
        className={isActive ? 'fill-hover' : 'fill-transparent'}
      />
      <Parts column={column} center={center} width={width < 30 ? width * 0.7 : Math.min(46, width * 0.5)} y={y} />
      {column.milliseconds > 0 && width > textWidth(total) && (
        <text
          x={center}
          y={y(column.milliseconds) - 7}
          textAnchor="middle"
          className="fill-ink text-minimum font-strong"
          stroke="var(--surface)"
          strokeWidth={5}
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {total}
        </text>
      )}
      {label !== '' && (
        <text
          x={center}
          y={y(0) + 21}
          textAnchor="middle"
          className={clsx('text-minimum', labelClasses(column, isActive))}
        >
          {label}
        </text>
      )}
      {column.isCurrent === true && <circle cx={center} cy={y(0)} r={2.5} className="fill-accent" />}
    </g>
  )
}

function labelClasses({ isCurrent }: BarColumn, isActive: boolean) {
  if (isCurrent === true) return 'fill-accent-ink font-bold'
  return isActive ? 'fill-ink font-bold' : 'fill-ink-2 font-medium'
}

function Parts({
  column,
  center,
  width,
  y,
}: {
  column: BarColumn
  center: number
  width: number
  y: (milliseconds: number) => number
}) {
  const { theme } = useTheme()
  const floor = y(0) - 1
  const stacked = stackParts(
    column.parts.map((part) => part.milliseconds),
    floor - y(column.milliseconds),
  )
  return stacked.map(({ index, bottom, height }) => {
    const part = column.parts[index]!
    return (
      <rect
        key={part.id}
        x={center - width / 2}
        y={floor - bottom - height}
        width={width}
        height={height}
        rx={Math.min(4, height / 2, width / 4)}
        {...(part.color === undefined ? OUTLINE : { fill: toMarkColor(part.color, theme) })}
      />
    )
  })
}

const OUTLINE = { fill: 'var(--surface)', stroke: 'var(--line-strong)' }
