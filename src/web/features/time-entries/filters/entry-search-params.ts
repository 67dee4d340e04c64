import { shiftDate } from '#core/time/calendar-dates.ts'
import type { EntryFilter } from '#web/features/time-entries/data/entry-types.ts'
import { toIsoTime } from '#web/features/time-entries/data/local-time.ts'

/** The list's filters and view, as URL search parameters. */
export interface EntrySearchParams {
  q?: string
  project?: string
  client?: string
  task?: string
  tag?: string
  /** First and last day, both included. */
  from?: string
  to?: string
  view?: 'week'
  /** A date in the shown week; on narrow screens, the shown day. */
  week?: string
}

const ID_PARAMS = ['project', 'client', 'task', 'tag'] as const

/** Ignores invalid values: anyone can type anything into a URL. */
export function parseEntrySearchParams(raw: Record<string, unknown>): EntrySearchParams {
  // The router parses `2026` and `true` as a number and a boolean.
  const q = ['string', 'number', 'boolean'].includes(typeof raw['q']) ? String(raw['q']) : ''
  const ids = ID_PARAMS.flatMap((name) => (isId(raw[name]) ? [[name, raw[name]]] : []))
  const [from, to] = [raw['from'], raw['to']]
  const isRange = isDay(from) && isDay(to) && from <= to
  const { view, week } = raw
  return {
    ...(q !== '' && { q }),
    ...Object.fromEntries(ids),
    ...(isRange && { from, to }),
    ...(view === 'week' && { view, ...(isDay(week) && { week }) }),
  }
}

/** Start and end of a new entry from the URL, if they are valid. */
export function parseNewEntryTimes({ start, end }: Record<string, unknown>) {
  const [from, to] = [Date.parse(String(start)), Date.parse(String(end))]
  return from < to ? { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() } : undefined
}

/** The filter for the server; dates are local to this device. */
export function toEntryFilter({ q, project, client, task, tag, from, to }: EntrySearchParams): EntryFilter {
  return {
    ...(q !== undefined && q.trim() !== '' && { search: q.trim().slice(0, 200) }),
    ...(project !== undefined && { projectId: project }),
    ...(client !== undefined && { clientId: client }),
    ...(task !== undefined && { taskId: task }),
    ...(tag !== undefined && { tagId: tag }),
    ...(from !== undefined && { startDate: startOfDate(from, 0) }),
    ...(to !== undefined && { endDate: startOfDate(to, 1) }),
  }
}

const startOfDate = (day: string, daysLater: number) => toIsoTime(shiftDate(day, daysLater), '00:00')

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Za-z_-]{1,64}$/.test(value)

/** Rejects 31 February too, which `Date.parse` would move to March. */
function isDay(value: unknown): value is string {
  const at = typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value
}
