import { firstOfMonth, weekdayOf, weekStartOf } from '#core/time/calendar-dates.ts'

/** Lengths of calendar buckets. */
export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/** A local date and, in reports by hour, the local hour. */
interface CalendarPoint {
  date: string
  hour?: number
  /** The first day of the week, from 1 for Monday. */
  weekStart?: number
}

/** Cuts the report into buckets of `step` (and these into hours for `hour`), and groups them by `keyOf`. */
interface CalendarDeclaration {
  kind: 'calendar'
  step: Step
  keyOf: (point: CalendarPoint) => string
}

/**
 * Dimensions by which a report can group time, in the order of the menus: attributes of a time entry, and the calendar.
 * A new one is declared here; the compiler then reports every place that lacks its SQL column, name or label.
 */
const DECLARED = {
  client: { kind: 'attribute' },
  project: { kind: 'attribute' },
  task: { kind: 'attribute' },
  tag: { kind: 'attribute' },
  day: { kind: 'calendar', step: 'day', keyOf: ({ date }) => date },
  week: { kind: 'calendar', step: 'week', keyOf: ({ date, weekStart }) => weekStartOf(date, weekStart) },
  month: { kind: 'calendar', step: 'month', keyOf: ({ date }) => firstOfMonth(date) },
  weekday: { kind: 'calendar', step: 'day', keyOf: ({ date }) => String(weekdayOf(date)) },
  hour: { kind: 'calendar', step: 'day', keyOf: ({ hour = 0 }) => String(hour).padStart(2, '0') },
} as const satisfies Record<string, { kind: 'attribute' } | CalendarDeclaration>

export type Dimension = keyof typeof DECLARED
type OfKind<Kind> = { [Name in Dimension]: (typeof DECLARED)[Name]['kind'] extends Kind ? Name : never }[Dimension]
export type AttributeDimension = OfKind<'attribute'>
export type CalendarDimension = OfKind<'calendar'>

export const DIMENSIONS = Object.keys(DECLARED) as Dimension[]

export const isCalendarDimension = (dimension: Dimension): dimension is CalendarDimension =>
  DECLARED[dimension].kind === 'calendar'

export const stepOf = (dimension: CalendarDimension): Step => DECLARED[dimension].step

export const calendarKey = (dimension: CalendarDimension, point: CalendarPoint) => DECLARED[dimension].keyOf(point)
