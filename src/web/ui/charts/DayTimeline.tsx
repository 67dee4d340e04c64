import { toMarkColor } from '#core/color.ts'
import { hourOf, utcOffsetOf } from '#core/time/time-zone.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatHour, formatTime } from '#web/ui/display/format-time.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { useActiveCell } from './useActiveCell.ts'

export interface TimelineSegment {
  start: number
  end: number
  name: string
  color: string
}

interface DayTimelineProps {
  label: string
  /** The shown full hours of a local day, which is not always 24 hours long. */
  start: number
  end: number
  /** Tracked time of the day, the earliest first. */
  segments: readonly TimelineSegment[]
  /** Work that is still to come, drawn in dashed lines. */
  planned?: readonly TimelineSegment[]
  /** When the work reaches the goal of the day. */
  goalAt?: number | undefined
}

const TOP = 20
const FLOOR = 62
const HEIGHT = 86
/** Space for the label of an hour. */
const LABEL_WIDTH = 50

/** The tracked segments of a day on a time axis. Arrow keys move between them. A hidden table holds the same values. */
export function DayTimeline({ label, start, end, segments, planned = [], goalAt }: DayTimelineProps) {
  const { theme } = useTheme()
  const [ref, width] = useWidth()
  const { active, setActive, chartProps } = useActiveCell(segments.length, 1)
  const x = (at: number) => ((at - start) / (end - start)) * width
  const shown = active === undefined ? undefined : segments[active]

  return (
    <div ref={ref} className="relative">
      <div
        role="group"
        aria-label={label}
        {...(segments.length > 0 && chartProps)}
        className="rounded-small outline-offset-4"
      >
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block overflow-visible tabular-nums">
          <TimeAxis start={start} end={end} x={x} width={width} />
          {planned.map((segment) => (
            <PlannedSegment key={segment.start} segment={segment} x={x} />
          ))}
          {segments.map((segment, index) => {
            const left = x(segment.start)
            const length = Math.max(3, x(segment.end) - left - 1)
            return (
              <rect
                key={index}
                x={Math.min(left, width - length)}
                y={TOP}
                width={length}
                height={FLOOR - TOP - 4}
                rx={Math.min(4, length / 2)}
                fill={toMarkColor(segment.color, theme)}
                opacity={shown === undefined || shown === segment ? 1 : 0.45}
                className="transition-opacity"
                onPointerEnter={() => setActive(index)}
              />
            )
          })}
          {goalAt !== undefined && (
            <path
              d={`M${x(goalAt)} ${FLOOR}V${TOP - 8}l7 3.5l-7 3.5`}
              strokeLinejoin="round"
              className="pointer-events-none fill-accent stroke-accent"
            />
          )}
          <NowLine start={start} end={end} x={x} hasLabel={shown === undefined} />
        </svg>
      </div>
      <div role="status">
        {shown !== undefined && <Tooltip segment={shown} x={(x(shown.start) + x(shown.end)) / 2} width={width} />}
      </div>
      <HiddenTable label={label} segments={segments} />
    </div>
  )
}

function PlannedSegment({ segment: { start, end, color }, x }: { segment: TimelineSegment; x: AxisProps['x'] }) {
  const { theme } = useTheme()
  const mark = toMarkColor(color, theme)
  const length = x(end) - x(start) - 2
  if (length < 3) return null
  return (
    <rect
      x={x(start) + 0.5}
      y={TOP + 0.5}
      width={length}
      height={FLOOR - TOP - 5}
      rx={Math.min(4, length / 2)}
      fill={mark}
      fillOpacity={0.1}
      stroke={mark}
      strokeDasharray="3 2"
    />
  )
}

interface AxisProps {
  start: number
  end: number
  x: (at: number) => number
}

/** A tick every half hour, and labels for as many hours as there is room for. */
function TimeAxis({ start, end, x, width }: AxisProps & { width: number }) {
  const { language } = useTranslation()
  const { zone, clock } = useFormats()
  const step = [1, 2, 3, 4, 6].find((hours) => (width * HOUR_MS * hours) / (end - start) >= LABEL_WIDTH) ?? 12
  const ticks = Array.from({ length: Math.floor((end - start) / (HOUR_MS / 2)) + 1 }, (_, index) => {
    const at = start + (index * HOUR_MS) / 2
    return { at, isHour: (at + utcOffsetOf(at, zone)) % HOUR_MS === 0, hour: hourOf(at, zone) }
  })
  const hours = ticks.filter(({ isHour }) => isHour)
  const halves = ticks.filter(({ isHour }) => !isHour)
  const linesAt = (some: typeof ticks, length: number) => some.map(({ at }) => `M${x(at)} ${FLOOR}v${length}`).join('')
  return (
    <>
      <path d={linesAt(hours, 8)} className="stroke-ink-3" opacity={0.9} />
      <path d={linesAt(halves, 4)} className="stroke-line-strong" opacity={0.45} />
      {hours
        .filter(({ hour }) => hour % step === 0)
        .map(({ at, hour }) => (
          <text
            key={at}
            x={x(at)}
            y={FLOOR + 22}
            textAnchor={at === start ? 'start' : at === end ? 'end' : 'middle'}
            className="fill-ink-3 text-minimum"
          >
            {at === end && hour === 0 && clock === '24h' ? 24 : formatHour(hour, language).replace(':00', '')}
          </text>
        ))}
    </>
  )
}

/** Marks the current time. */
function NowLine({ start, end, x, hasLabel }: AxisProps & { hasLabel: boolean }) {
  const { language } = useTranslation()
  const now = useNow().getTime()
  if (now < start || now >= end) return null
  const isLate = now - start > (end - start) * 0.9
  return (
    <g className="pointer-events-none">
      <line
        x1={x(now)}
        x2={x(now)}
        y1={hasLabel ? 6 : TOP - 2}
        y2={FLOOR + 4}
        strokeWidth={2}
        strokeLinecap="round"
        className="stroke-ink"
      />
      {hasLabel && (
        <text
          x={x(now) + (isLate ? -7 : 7)}
          y={14}
          textAnchor={isLate ? 'end' : 'start'}
          className="fill-ink text-minimum font-bold"
        >
          {formatTime(now, language)}
        </text>
      )}
    </g>
  )
}

/** Shown above the axis, near the segment. */
function Tooltip({ segment, x, width }: { segment: TimelineSegment; x: number; width: number }) {
  const { name, times, duration } = useSegmentTexts()(segment)
  const justifyContent = x < width / 3 ? 'start' : x > (2 * width) / 3 ? 'end' : 'center'
  return (
    <p
      style={{ justifyContent }}
      className="pointer-events-none absolute inset-x-0 -top-1 flex gap-2 text-minimum whitespace-nowrap text-ink-2 tabular-nums"
    >
      <span className="min-w-0 truncate font-bold text-ink">{name}</span> <span>{times}</span> <span>{duration}</span>
    </p>
  )
}

function HiddenTable({ label, segments }: Pick<DayTimelineProps, 'label' | 'segments'>) {
  const textsOf = useSegmentTexts()
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <tbody>
          {segments.map((segment, index) => {
            const { name, times, duration } = textsOf(segment)
            return (
              <tr key={index}>
                <th scope="row">{times}</th>
                <td>{name}</td>
                <td>{duration}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function useSegmentTexts() {
  const { language } = useTranslation()
  return ({ name, start, end }: TimelineSegment) => ({
    name,
    times: `${formatTime(start, language)} – ${formatTime(end, language)}`,
    duration: formatDuration(end - start, language),
  })
}
