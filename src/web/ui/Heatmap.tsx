import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from './format-duration.ts'
import { useActiveCell } from './useActiveCell.ts'
import { useWidth } from './useWidth.ts'

interface HeatmapDay {
  /** `YYYY-MM-DD` */
  date: string
  milliseconds: number
}

interface HeatmapProps {
  label: string
  /** Without gaps, from the first day of a week to today. */
  days: readonly HeatmapDay[]
}

const HEADER = 20

/** A square a day, a column a week. Arrow keys walk the days; the same figures are in a hidden table. */
export function Heatmap({ label, days }: HeatmapProps) {
  const { language } = useTranslation()
  const [ref, width] = useWidth()
  const { active, setActive, chartProps } = useActiveCell(days.length, 7)
  const gutter = 34
  const step = Math.max(0, (width - gutter) / Math.ceil(days.length / 7))
  const place = (index: number) => ({ x: gutter + Math.floor(index / 7) * step, y: HEADER + (index % 7) * step })
  const highest = Math.max(...days.map((day) => day.milliseconds))
  const size = step * 0.8
  const ringed = active ?? days.length - 1

  return (
    <div ref={ref}>
      <div role="group" aria-label={label} {...chartProps} className="rounded-small">
        <svg aria-hidden="true" width={width} height={HEADER + 7 * step} className="block overflow-visible">
          <Months days={days} place={place} language={language} />
          <Weekdays days={days} place={place} language={language} baseline={size / 2 + 4} />
          {days.map((day, index) => (
            <rect
              key={day.date}
              {...place(index)}
              width={size}
              height={size}
              rx={3}
              fill={`var(--heat-${level(day.milliseconds, highest)})`}
              onPointerEnter={() => setActive(index)}
            />
          ))}
          <Outline {...place(ringed)} size={size} />
        </svg>
      </div>
      <Legend day={active === undefined ? undefined : days[active]} />
      <HiddenTable label={label} days={days} />
    </div>
  )
}

/** 0 for nothing, then four equal steps up to the highest day. */
const level = (value: number, highest: number) => (value === 0 ? 0 : Math.ceil((4 * value) / highest))

/** Calendar days have no zone: reading and printing them in one makes them stay what they are. */
const dateFormat = (language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return (day: HeatmapDay) => format.format(new Date(day.date))
}

interface AxisProps {
  days: readonly HeatmapDay[]
  place: (index: number) => { x: number; y: number }
  language: string
}

function Months({ days, place, language }: AxisProps) {
  const nameOf = dateFormat(language, { month: 'short' })
  return days.map(
    (day, index) =>
      // The last column is too narrow for a name.
      day.date.endsWith('-01') &&
      index < days.length - 14 && (
        <text key={day.date} x={place(index + 6).x} y={11} className="fill-ink-3 text-minimum">
          {nameOf(day)}
        </text>
      ),
  )
}

function Weekdays({ days, place, language, baseline }: AxisProps & { baseline: number }) {
  const nameOf = dateFormat(language, { weekday: 'short' })
  return days.slice(0, 7).map(
    (day, index) =>
      index % 2 === 0 &&
      index < 6 && (
        <text key={day.date} x={0} y={place(index).y + baseline} className="fill-ink-3 text-minimum">
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

function Legend({ day }: { day: HeatmapDay | undefined }) {
  const { t, language } = useTranslation()
  const nameOf = dateFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <div className="mt-2.5 flex items-center gap-1 text-minimum text-ink-3">
      <span className="mr-1">{t('ui.less')}</span>
      {LEVELS.map((color) => (
        <span key={color} className={`size-2.75 rounded-[3px] ${color}`} />
      ))}
      <span className="ml-1">{t('ui.more')}</span>
      <output className="ml-auto truncate text-ink-2 tabular-nums">
        {day !== undefined && `${nameOf(day)}, ${formatDuration(day.milliseconds, language)}`}
      </output>
    </div>
  )
}

const LEVELS = ['bg-heat-0', 'bg-heat-1', 'bg-heat-2', 'bg-heat-3', 'bg-heat-4']

function HiddenTable({ label, days }: HeatmapProps) {
  const { language } = useTranslation()
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{day.date}</th>
              <td>{formatDuration(day.milliseconds, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
