import type { ImportField } from '#contract/imports.ts'

/** What a column can be said to mean, in the order in which it is offered. */
export const FIELDS = [
  'unused',
  'start',
  'startDate',
  'startTime',
  'end',
  'endDate',
  'endTime',
  'duration',
  'client',
  'project',
  'task',
  'tags',
  'notes',
  'person',
  'email',
  'milliseconds',
  'rounding',
  'entry',
] as const satisfies ImportField[]
