import { firstWeekday } from '#core/formats.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { HeatmapCells } from '#web/ui/charts/HeatmapCells.tsx'
import { heatLevel, HeatmapLegend } from '#web/ui/charts/HeatmapLegend.tsx'
import { useActiveCell } from '#web/ui/charts/useActiveCell.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { findWorkPattern, hourName, visibleHours, weekdayName, workPatternText } from './work-pattern.ts'

type WeekdayHours = readonly (readonly number[])[]

const DAYS = 7
const GUTTER = 36
const ROW = 33
const GAP = 2.4

/** Time by weekday (Monday first in `hours`) and hour, with a sentence about the pattern: the content of a panel. */
export function WeekdayHourHeatmap({ hours }: { hours: WeekdayHours }) {
  const { t, language } = useTranslation()
  const [ref, width] = useWidth()
  const visible = visibleHours(hours)
  // Only screen readers use the table, so it is rendered after the first draw.
  const hasTable = useIsAfterFirstRender()
  const { active, pointIn, chartProps } = useActiveCell(visible.length * DAYS, DAYS)
  const cell = { width: Math.max(0, (width - GUTTER) / visible.length - GAP), height: ROW - GAP }
  const radius = Math.min(5, cell.width / 4)
  const highest = Math.max(...hours.flat())
  const weekdays = useWeekdays()
  const timeInWeekdayOrHour = (index: number) => hours[weekdays[index % DAYS]!]![visible[Math.floor(index / DAYS)]!]!
  const positionOf = (index: number) => ({
    x: GUTTER + Math.floor(index / DAYS) * (cell.width + GAP),
    y: (index % DAYS) * ROW,
  })
  const levels = Array.from({ length: visible.length * DAYS }, (_, index) =>
    heatLevel(timeInWeekdayOrHour(index), highest),
  )
  const nameOf = (index: number) => {
    const hour = visible[Math.floor(index / DAYS)]!
    const times = `${hourName(hour, language)}–${hourName(hour + 1, language)}`
    return `${weekdayName(weekdays[index % DAYS]!, language, 'long')} ${times}`
  }

  return (
    <div className="px-5 pt-1 pb-4">
      <div ref={ref}>
        <div role="group" aria-label={t('reports.chart.rhythmLabel')} {...chartProps} className="rounded-small">
          <svg
            aria-hidden="true"
            onPointerMove={pointIn({ x: GUTTER, y: 0, across: cell.width + GAP, down: ROW })}
            width={width}
            height={DAYS * ROW + 18}
            viewBox={`0 0 ${width} ${DAYS * ROW + 18}`}
            className="block max-w-full overflow-visible tabular-nums"
          >
            <Axes visible={visible} step={cell.width + GAP} />
            <HeatmapCells levels={levels} positionOf={positionOf} {...cell} radius={radius} />
            {active !== undefined && (
              <rect
                {...positionOf(active)}
                {...cell}
                rx={radius}
                fill="none"
                strokeWidth={1.5}
                className="pointer-events-none stroke-ink"
              />
            )}
          </svg>
        </div>
        <HeatmapLegend>
          {active !== undefined && `${nameOf(active)}, ${formatDuration(timeInWeekdayOrHour(active), language)}`}
        </HeatmapLegend>
      </div>
      {hasTable && <HiddenTable hours={hours} visible={visible} />}
      <Sentence text={t(...workPatternText(findWorkPattern(hours), language))} />
    </div>
  )
}

/** Weekdays from 0 for Monday, in the order of the user's weeks. */
function useWeekdays() {
  const first = firstWeekday(useFormats()) - 1
  return Array.from({ length: DAYS }, (_, index) => (index + first) % DAYS)
}

/** Weekdays on the left; every second hour below, at its start. */
function Axes({ visible, step }: { visible: readonly number[]; step: number }) {
  const { language } = useTranslation()
  return (
    <>
      {useWeekdays().map((weekday, row) => (
        <text key={weekday} x={0} y={row * ROW + 20} className="fill-ink-3 text-minimum">
          {weekdayName(weekday, language, 'short')}
        </text>
      ))}
      {visible.map(
        (hour, index) =>
          hour % 2 === 0 && (
            <text key={hour} x={GUTTER + index * step} y={DAYS * ROW + 14} className="fill-ink-3 text-minimum">
              {hourName(hour, language)}
            </text>
          ),
      )}
    </>
  )
}

/** Renders text between asterisks in bold. */
const Sentence = ({ text }: { text: string }) => (
  <p className="mt-3 text-caption text-ink-2">
    {text.split('*').map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <b key={index} className="font-strong text-ink">
          {part}
        </b>
      ),
    )}
  </p>
)

function HiddenTable({ hours, visible }: { hours: WeekdayHours; visible: readonly number[] }) {
  const { t, language } = useTranslation()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('reports.chart.rhythmLabel')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reports.chart.dimension.weekday')}</th>
            {visible.map((hour) => (
              <th key={hour} scope="col">
                {hourName(hour, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {useWeekdays().map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{weekdayName(weekday, language, 'long')}</th>
              {visible.map((hour) => (
                <td key={hour}>{formatDuration(hours[weekday]![hour]!, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
