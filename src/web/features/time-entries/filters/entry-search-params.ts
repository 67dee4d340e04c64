import { addDaysToDate } from '#web/features/time-entries/data/day-ranges.ts'
import type { EntryFilter } from '#web/features/time-entries/queries.ts'
import { toIsoTime } from '#web/features/time-entries/data/local-time.ts'

/** What the address says of the list. */
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
  /** A day of the week that is shown; where there is room for one day only, that day. */
  week?: string
}

const IDS = ['project', 'client', 'task', 'tag'] as const

/** Reads an address, in which anything may stand. */
export function parseEntrySearchParams(raw: Record<string, unknown>): EntrySearchParams {
  // The router reads a number or a word like true as such.
  const q = ['string', 'number', 'boolean'].includes(typeof raw['q']) ? String(raw['q']) : ''
  const ids = IDS.flatMap((name) => (isId(raw[name]) ? [[name, raw[name]]] : []))
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

/** The times that an address gives a new entry. */
export function parseNewEntryTimes({ start, end }: Record<string, unknown>) {
  const [from, to] = [Date.parse(String(start)), Date.parse(String(end))]
  return from < to ? { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() } : undefined
}

/** What the server is asked for: days are those of this device's zone. */
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

const startOfDate = (day: string, daysLater: number) => toIsoTime(addDaysToDate(day, daysLater), '00:00')

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Za-z_-]{1,64}$/.test(value)

/** Not the 31st of February either, which would be read as a day of March. */
function isDay(value: unknown): value is string {
  const at = typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value
}
