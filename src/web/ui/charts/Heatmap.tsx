import { useTranslation } from '#web/i18n/i18n.ts'
import { type DateParts, formatDate, LONG_DATE } from '#web/ui/display/format-date.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { HeatmapCells } from './HeatmapCells.tsx'
import { heatLevel, HeatmapLegend } from './HeatmapLegend.tsx'
import { useActiveCell } from './useActiveCell.ts'

interface HeatmapDay {
  /** `YYYY-MM-DD` */
  date: string
  milliseconds: number
}

interface HeatmapProps {
  label: string
  /** All days from the first day of a week until today. */
  days: readonly HeatmapDay[]
}

const HEADER = 20
const GUTTER = 34

/** One square per day, one column per week. Arrow keys move between days. A hidden table holds the same values. */
export function Heatmap({ label, days }: HeatmapProps) {
  // The table is for screen readers only, so it can render later.
  const hasTable = useIsAfterFirstRender()
  return (
    <>
      <HeatmapGrid label={label} days={days} />
      {hasTable && <HiddenTable label={label} days={days} />}
    </>
  )
}

export function HeatmapGrid({ label, days }: HeatmapProps) {
  const { language } = useTranslation()
  const [ref, width] = useWidth()
  const { active, pointIn, chartProps } = useActiveCell(days.length, 7)
  const step = Math.max(0, (width - GUTTER) / Math.ceil(days.length / 7))
  const positionOf = (index: number) => ({ x: GUTTER + Math.floor(index / 7) * step, y: HEADER + (index % 7) * step })
  const highest = Math.max(...days.map((day) => day.milliseconds))
  const size = step * 0.8
  const outlined = active ?? days.length - 1
  const shown = active === undefined ? undefined : days[active]
  const nameOf = namer(language, { weekday: 'long', day: 'numeric', month: 'long' })

  return (
    <div ref={ref}>
      <div role="group" aria-label={label} {...chartProps} className="rounded-small">
        <svg
          aria-hidden="true"
          width={width}
          height={HEADER + 7 * step}
          onPointerMove={pointIn({ x: GUTTER, y: HEADER, across: step, down: step })}
          className="block overflow-visible"
        >
          <Months days={days} positionOf={positionOf} language={language} />
          <Weekdays days={days} positionOf={positionOf} language={language} baseline={size / 2 + 4} />
          <HeatmapCells
            levels={days.map((day) => heatLevel(day.milliseconds, highest))}
            positionOf={positionOf}
            width={size}
            height={size}
            radius={Math.min(3, size / 2)}
          />
          <Outline {...positionOf(outlined)} size={size} />
        </svg>
      </div>
      <HeatmapLegend>
        {shown !== undefined && `${nameOf(shown)}, ${formatDuration(shown.milliseconds, language)}`}
      </HeatmapLegend>
    </div>
  )
}

const namer = (language: string, parts: DateParts) => (day: HeatmapDay) => formatDate(day.date, language, parts)

interface AxisProps {
  days: readonly HeatmapDay[]
  positionOf: (index: number) => { x: number; y: number }
  language: string
}

function Months({ days, positionOf, language }: AxisProps) {
  const nameOf = namer(language, { month: 'short' })
  return days.map(
    (day, index) =>
      // The last two columns have no room for a name.
      day.date.endsWith('-01') &&
      index < days.length - 14 && (
        <text key={day.date} x={positionOf(index + 6).x} y={11} className="fill-ink-3 text-minimum">
          {nameOf(day)}
        </text>
      ),
  )
}

function Weekdays({ days, positionOf, language, baseline }: AxisProps & { baseline: number }) {
  const nameOf = namer(language, { weekday: 'short' })
  return days.slice(0, 7).map(
    (day, index) =>
      index % 2 === 0 &&
      index < 6 && (
        <text key={day.date} x={0} y={positionOf(index).y + baseline} className="fill-ink-3 text-minimum">
          {nameOf(day)}
        </text>
      ),
  )
}

function Outline({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <rect
      x={x - 1.5}
      y={y - 1.5}
      width={size + 3}
      height={size + 3}
      rx={4}
      fill="none"
      strokeWidth={1.3}
      className="pointer-events-none stroke-ink"
    />
  )
}

/** One row per week. */
function HiddenTable({ label, days }: HeatmapProps) {
  const { t, language } = useTranslation()
  const [dayOf, weekdayOf] = [namer(language, LONG_DATE), namer(language, { weekday: 'long' })]
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7))
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ui.when')}</th>
            {days.slice(0, 7).map((day) => (
              <th key={day.date} scope="col">
                {weekdayOf(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(([first, ...rest]) => (
            <tr key={first!.date}>
              <th scope="row">{dayOf(first!)}</th>
              {[first!, ...rest].map((day) => (
                <td key={day.date}>{formatDuration(day.milliseconds, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
