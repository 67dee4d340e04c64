import { useTranslation } from '#web/i18n/i18n.ts'
import { HeatmapCells } from '#web/ui/charts/HeatmapCells.tsx'
import { heatLevel, HeatmapLegend } from '#web/ui/charts/HeatmapLegend.tsx'
import { useActiveCell } from '#web/ui/charts/useActiveCell.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { findWorkPattern, hourName, workPatternText, visibleHours, weekdayName } from './work-pattern.ts'

type Hours = readonly (readonly number[])[]

const DAYS = 7
const GUTTER = 36
const ROW = 33
const GAP = 2.4

/** Work by weekday and hour, Monday first, and what it tells in a sentence: the inside of a panel, with its padding. */
export function WeekdayHourHeatmap({ hours }: { hours: Hours }) {
  const { t, language } = useTranslation()
  const [ref, width] = useWidth()
  const shown = visibleHours(hours)
  // Nobody sees it.
  const hasTable = useIsAfterFirstRender()
  const { active, pointIn, chartProps } = useActiveCell(shown.length * DAYS, DAYS)
  const cell = { width: Math.max(0, (width - GUTTER) / shown.length - GAP), height: ROW - GAP }
  const radius = Math.min(5, cell.width / 4)
  const highest = Math.max(...hours.flat())
  const timeInWeekdayOrHour = (index: number) => hours[index % DAYS]![shown[Math.floor(index / DAYS)]!]!
  const place = (index: number) => ({
    x: GUTTER + Math.floor(index / DAYS) * (cell.width + GAP),
    y: (index % DAYS) * ROW,
  })
  const levels = Array.from({ length: shown.length * DAYS }, (_, index) =>
    heatLevel(timeInWeekdayOrHour(index), highest),
  )
  const nameOf = (index: number) => {
    const hour = shown[Math.floor(index / DAYS)]!
    return `${weekdayName(index % DAYS, language, 'long')} ${hourName(hour)}–${hourName(hour + 1)}`
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
            <Axes shown={shown} step={cell.width + GAP} />
            <HeatmapCells levels={levels} place={place} {...cell} radius={radius} />
            {active !== undefined && (
              <rect
                {...place(active)}
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
      {hasTable && <HiddenTable hours={hours} shown={shown} />}
      <Sentence text={t(...workPatternText(findWorkPattern(hours), language))} />
    </div>
  )
}

/** Weekdays at the left, below every second hour where it begins. */
function Axes({ shown, step }: { shown: readonly number[]; step: number }) {
  const { language } = useTranslation()
  return (
    <>
      {Array.from({ length: DAYS }, (_, day) => (
        <text key={day} x={0} y={day * ROW + 20} className="fill-ink-3 text-minimum">
          {weekdayName(day, language, 'short')}
        </text>
      ))}
      {shown.map(
        (hour, index) =>
          hour % 2 === 0 && (
            <text key={hour} x={GUTTER + index * step} y={DAYS * ROW + 14} className="fill-ink-3 text-minimum">
              {hourName(hour)}
            </text>
          ),
      )}
    </>
  )
}

/** What stands between two stars is what matters. */
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

function HiddenTable({ hours, shown }: { hours: Hours; shown: readonly number[] }) {
  const { t, language } = useTranslation()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('reports.chart.rhythmLabel')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reports.chart.dimension.weekday')}</th>
            {shown.map((hour) => (
              <th key={hour} scope="col">
                {hourName(hour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((day, weekday) => (
            <tr key={weekday}>
              <th scope="row">{weekdayName(weekday, language, 'long')}</th>
              {shown.map((hour) => (
                <td key={hour}>{formatDuration(day[hour]!, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
