import { toMarkColor } from '#core/color.ts'
import { HAIRLINE, RULER_WIDTH } from '#web/features/time-entries/week/grid/HourRuler.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import type { DayEvent } from './useCalendarEvents.ts'

interface DayEventsProps {
  dates: readonly string[]
  events: readonly DayEvent[]
  isSingleDay: boolean
}

/** More would push the hours out of view. */
const MAX_SHOWN = 3

/** Events of whole days above the hours. They last, and are no work to be added. */
export function DayEvents({ dates, events, isSingleDay }: DayEventsProps) {
  const { t, language } = useTranslation()
  const isOn = (date: string) => (event: DayEvent) => event.firstDay <= date && event.lastDay >= date
  if (!dates.some((date) => events.some(isOn(date)))) return null
  return (
    <div className="flex border-b border-line">
      <span
        style={{ width: RULER_WIDTH }}
        aria-hidden="true"
        className="flex-none px-1 pt-1 text-right text-minimum leading-tight text-ink-3"
      >
        {t('entries.week.allDay')}
      </span>
      {dates.map((date) => {
        const shown = events.filter(isOn(date))
        const day = formatDate(date, language, { weekday: 'long', day: 'numeric', month: 'long' })
        return (
          <ul
            key={date}
            aria-label={t('entries.week.allDayEvents', { day })}
            style={isSingleDay ? undefined : { borderLeft: HAIRLINE }}
            className="grid min-w-0 flex-1 content-start gap-0.5 p-0.5"
          >
            {shown.slice(0, MAX_SHOWN).map((event) => (
              <DayEventChip key={event.id} event={event} />
            ))}
            {shown.length > MAX_SHOWN && (
              <li className="px-1.5 text-minimum text-ink-3">+{shown.length - MAX_SHOWN}</li>
            )}
          </ul>
        )
      })}
    </div>
  )
}

function DayEventChip({ event: { title, calendar } }: { event: DayEvent }) {
  const { t } = useTranslation()
  const { theme } = useTheme()
  const borderColor = `color-mix(in oklab, ${toMarkColor(calendar.color, theme)} 70%, var(--surface))`
  const name = title || t('entries.week.untitled')
  return (
    <li
      title={`${name}, ${calendar.name}`}
      style={{ borderColor }}
      className="truncate rounded-tag border border-dashed px-1.5 text-minimum text-ink-2"
    >
      {name}
    </li>
  )
}
