import { useState } from 'react'
import { CLOCKS, DATE_ORDERS, DURATION_FORMATS, type Formats, WEEK_STARTS } from '#core/formats.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { savePreferences } from '#web/features/users/preferences/preferences.ts'
import { setFormats, useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'

/** How dates, times and durations are written. Each option is an example of itself. */
export function FormatSettings() {
  const { language } = useTranslation()
  const { zone, ...formats } = useFormats()
  const [today] = useState(() => dateOf(Date.now(), zone))
  return (
    <div>
      <Choice
        name="duration"
        options={DURATION_FORMATS.map((value) => [value, formatDuration(EXAMPLE_DURATION, language, value)])}
      />
      <Choice
        name="clock"
        options={CLOCKS.map((clock) => [clock, formatTime(EXAMPLE_TIME, language, { clock, zone: 'UTC' })])}
      />
      <Choice
        name="dateOrder"
        options={DATE_ORDERS.map((order) => [order, formatDate(today, language, SHORT_DATE, order)])}
      />
      <Choice
        name="weekStart"
        options={WEEK_STARTS.map((day) => [day, formatDate(EXAMPLE_DAYS[day], language, { weekday: 'long' })])}
      />
      <TimeZoneField formats={formats} />
    </div>
  )
}

const EXAMPLE_DURATION = 12 * HOUR_MS + 20 * MINUTE_MS
const EXAMPLE_TIME = 14.5 * HOUR_MS
const MONDAY = '2024-01-01'
const EXAMPLE_DAYS = { monday: MONDAY, sunday: shiftDate(MONDAY, 6), saturday: shiftDate(MONDAY, 5) }

const LABELS = {
  duration: 'settings.formats.duration',
  clock: 'settings.formats.clock',
  dateOrder: 'settings.formats.date',
  weekStart: 'settings.formats.weekStart',
} as const

interface ChoiceProps<Name extends keyof typeof LABELS> {
  name: Name
  options: readonly [value: Formats[Name], label: string][]
}

function Choice<Name extends keyof typeof LABELS>({ name, options }: ChoiceProps<Name>) {
  const { t } = useTranslation()
  const { zone: _, ...formats } = useFormats()
  const label = t(LABELS[name])
  return (
    <SettingRow
      label={label}
      action={
        <SegmentedControl
          label={label}
          value={formats[name]}
          options={options.map(([value, label]) => ({ value, label }))}
          onChange={(value) => change({ ...formats, [name]: value })}
        />
      }
    />
  )
}

function change(formats: Formats) {
  setFormats(formats)
  savePreferences({ formats })
}

const AUTOMATIC = 'automatic'

function TimeZoneField({ formats }: { formats: Formats }) {
  const { t } = useTranslation()
  const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const toOption = (zone: string) => ({ id: zone, label: zone.replaceAll('_', ' ') })
  const options = [
    { id: AUTOMATIC, label: t('settings.formats.automatic', { zone: toOption(deviceZone).label }) },
    ...Intl.supportedValuesOf('timeZone').map(toOption),
  ]
  return (
    <div className="border-t border-line pt-3.5">
      <LazyComboBox
        label={t('settings.formats.zone')}
        help={t('settings.formats.zoneHelp')}
        options={options}
        value={formats.timeZone ?? AUTOMATIC}
        onChange={(id) => change({ ...formats, timeZone: id === undefined || id === AUTOMATIC ? null : id })}
      />
    </div>
  )
}
