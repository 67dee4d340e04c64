/** The possible first days of the week. */
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const
export const CLOCKS = ['24h', '12h'] as const
/** The order of day, month and year. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
/** “12 h 20 m”, “12:20” or “12.33 h”. */
export const DURATION_FORMATS = ['units', 'clock', 'decimal'] as const

export type DateOrder = (typeof DATE_ORDERS)[number]
export type DurationFormat = (typeof DURATION_FORMATS)[number]

/** How a user wants dates, times and durations to be written, and which days and weeks count. */
export interface Formats {
  weekStart: (typeof WEEK_STARTS)[number]
  clock: (typeof CLOCKS)[number]
  dateOrder: DateOrder
  duration: DurationFormat
  /** An IANA time zone; null: that of the device. */
  timeZone: string | null
}

/** The usual ones in all supported languages. */
export const DEFAULT_FORMATS: Formats = {
  weekStart: 'monday',
  clock: '24h',
  dateOrder: 'dmy',
  duration: 'units',
  timeZone: null,
}

const WEEKDAYS = { monday: 1, saturday: 6, sunday: 7 }

/** From 1 for Monday to 7. */
export const firstWeekday = ({ weekStart }: Pick<Formats, 'weekStart'>) => WEEKDAYS[weekStart]
