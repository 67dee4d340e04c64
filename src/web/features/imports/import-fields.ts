import type { ImportField } from '#contract/files/imports.ts'

/** Fields that can be assigned to a column, in the order of the menu. */
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
  'lastName',
  'email',
  'milliseconds',
  'segments',
  'rounding',
  'entry',
] as const satisfies ImportField[]
