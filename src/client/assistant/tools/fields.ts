import * as z from 'zod'

const Name = z.string().min(1).max(100)

/** Names that say what work is about. */
export const subjectFields = {
  project: Name.optional().describe('The name of a project, or how it begins. Default: the one worked on last.'),
  task: Name.optional().describe('The name of a task, or how it begins'),
  tags: z.array(Name).max(20).optional().describe('Names of tags'),
  note: z.string().max(2_000).optional().describe('A note'),
}

/** The argument with which a client that cannot ask its user repeats a call. */
export const confirmField = {
  confirm: z
    .string()
    .max(64)
    .optional()
    .describe('The key of the preview that the user has agreed to. Leave it out at first; never make one up.'),
}

const PERIOD =
  'today, yesterday, week, last-week, month, last-month, year, last-year, 2026, 2026-11, 2026-11-19, or 2026-11-01..2026-11-15'

export const Period = z.string().max(50).describe(PERIOD)
export const LocalTime = z
  .string()
  .max(40)
  .describe('ISO time. Without an offset it is the local time of the user: 2026-11-19T09:00')
