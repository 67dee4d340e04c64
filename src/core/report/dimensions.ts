/** Lengths of calendar buckets. */
export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/**
 * Dimensions by which a report can group time, in the order of the menus: attributes of a time entry, and buckets of the
 * calendar with the step that the report is cut into for them (days are cut further into hours). A new one is declared
 * here; wherever a dimension needs an SQL column, a key or a name, leaving it out is a compile error.
 */
const DECLARED = {
  client: { kind: 'attribute' },
  project: { kind: 'attribute' },
  task: { kind: 'attribute' },
  tag: { kind: 'attribute' },
  day: { kind: 'calendar', step: 'day' },
  week: { kind: 'calendar', step: 'week' },
  month: { kind: 'calendar', step: 'month' },
  weekday: { kind: 'calendar', step: 'day' },
  hour: { kind: 'calendar', step: 'day' },
} as const satisfies Record<string, { kind: 'attribute' } | { kind: 'calendar'; step: Step }>

export type Dimension = keyof typeof DECLARED
type OfKind<Kind> = { [Name in Dimension]: (typeof DECLARED)[Name]['kind'] extends Kind ? Name : never }[Dimension]
export type AttributeDimension = OfKind<'attribute'>
export type CalendarDimension = OfKind<'calendar'>

export const DIMENSIONS = Object.keys(DECLARED) as Dimension[]

export const isCalendarDimension = (dimension: Dimension): dimension is CalendarDimension =>
  DECLARED[dimension].kind === 'calendar'

export const stepOf = (dimension: CalendarDimension): Step => DECLARED[dimension].step
