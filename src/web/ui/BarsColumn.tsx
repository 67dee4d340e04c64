import clsx from 'clsx'
import { markColor } from '#core/color.ts'
import { type BarColumn, stackParts, totalOf } from './bar-column.ts'
import { useTheme } from './theme.ts'

interface BarsColumnProps {
  column: BarColumn
  x: number
  width: number
  y: (milliseconds: number) => number
  isActive: boolean
  hasLabel: boolean
  onPoint: () => void
}

/** One bar with its total above and its label below. Gaps between the parts, so that colour is not the only cue. */
export function BarsColumn({ column, x, width, y, isActive, hasLabel, onPoint }: BarsColumnProps) {
  const { theme } = useTheme()
  const total = totalOf(column)
  const barWidth = Math.min(46, width * 0.5)
  const center = x + width / 2

  return (
    <g onPointerEnter={onPoint}>
      <rect
        x={x + width * 0.04}
        y={8}
        width={width * 0.92}
        height={y(0) - 8}
        rx={8}
        className={isActive ? 'fill-hover' : 'fill-transparent'}
      />
      {stackParts(column).map((part) => {
        const height = Math.max(2, y(part.from) - y(part.to) - 2)
        return (
          <rect
            key={part.id}
            x={center - barWidth / 2}
            y={y(part.from) - height - 1}
            width={barWidth}
            height={height}
            rx={Math.min(4, height / 2)}
            fill={markColor(part.color, theme)}
          />
        )
      })}
      {total > 0 && width > 36 && (
        <text
          x={center}
          y={y(total) - 7}
          textAnchor="middle"
          className="fill-ink stroke-surface stroke-[5px] text-minimum font-strong [paint-order:stroke] [stroke-linejoin:round]"
        >
          {clock(total)}
        </text>
      )}
      {hasLabel && (
        <text
          x={center}
          y={y(0) + 21}
          textAnchor="middle"
          className={clsx('text-minimum', isActive ? 'fill-ink font-bold' : 'fill-ink-2 font-medium')}
        >
          {column.label}
        </text>
      )}
    </g>
  )
}

function clock(milliseconds: number) {
  const minutes = Math.floor(milliseconds / 60_000)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
