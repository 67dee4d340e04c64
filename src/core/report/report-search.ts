import { type DayRange, calendarRange, countDays, RANGE_KINDS, type RangeKind } from './day-range.ts'
import { type Dimension, DIMENSIONS } from './dimensions.ts'

/** Stands in lists of ids for entries without a client, task or tag, and for no second level of the grouping. */
export const NONE = 'none'

export const TAG_MATCHES = ['any', 'all', 'none'] as const
export const KINDS = ['focus', 'stopwatch', 'manual'] as const
export const ROUNDINGS = ['off', 'up', 'down', 'nearest'] as const

const LISTS = ['projects', 'clients', 'tasks', 'tags'] as const
/** URL parameters that filter a report. */
export const FILTERS = [...LISTS, 'tagMatch', 'search', 'kinds', 'preset'] as const

/** Parameters of the report page, in its URL and in saved views. Lists are separated by commas; defaults are left out. */
export interface ReportSearch {
  range?: Exclude<RangeKind, 'week'>
  /** A day of the range, left out for the current one. With `to`, the first and last day of a custom range. */
  from?: string
  to?: string
  group?: Dimension
  subgroup?: Dimension | typeof NONE
  projects?: string
  clients?: string
  tasks?: string
  tags?: string
  tagMatch?: 'all' | 'none'
  search?: string
  kinds?: string
  preset?: string
  rounding?: 'up' | 'down' | 'nearest'
  roundingMinutes?: number
  roundingPer?: 'day'
}

type RawSearch = Record<string, unknown>

const DEFAULT_ROUNDING_MINUTES = 15
const MAX_DAYS = 366 * 11
/** Earliest day of a report that is a Monday. */
const FIRST_MONDAY = '2000-01-03'

/** Second level of the breakdown unless the URL names one; `project` for all other dimensions. */
const DEFAULT_SUBGROUP: Partial<Record<Dimension, Dimension>> = { project: 'task', task: 'day' }

/** Reads untrusted URL parameters; invalid ones are dropped. */
export function readReportSearch(raw: RawSearch): ReportSearch {
  return { ...readDays(raw), ...readGroups(raw), ...readFilters(raw), ...readRounding(raw) }
}

function readDays(raw: RawSearch): ReportSearch {
  const { from, to } = raw
  const range = oneOf(RANGE_KINDS, raw['range']) ?? 'week'
  if (range === 'custom') {
    const isRange = isDay(from) && isDay(to) && from <= to && countDays({ from, to }) < MAX_DAYS
    return isRange ? { range, from, to } : {}
  }
  return { ...(range !== 'week' && { range }), ...(isDay(from) && { from }) }
}

function readGroups(raw: RawSearch): ReportSearch {
  const group = oneOf(DIMENSIONS, raw['group']) ?? 'project'
  const subgroup = oneOf([...DIMENSIONS, NONE], raw['subgroup'])
  const isNotDefault = subgroup !== undefined && subgroup !== group && subgroup !== defaultSubgroup(group)
  return { ...(group !== 'project' && { group }), ...(isNotDefault && { subgroup }) }
}

function readFilters(raw: RawSearch): ReportSearch {
  const lists = LISTS.flatMap((name) => {
    const ids = splitList(raw[name]).filter((id) => isId(id) && (id !== NONE || name !== 'projects'))
    return ids.length > 0 ? [[name, ids.slice(0, 100).join(',')]] : []
  })
  const tagMatch = oneOf(['all', 'none'] as const, raw['tagMatch'])
  const search = textOf(raw['search']).trim().slice(0, 200)
  const kinds = splitList(raw['kinds']).filter((kind) => oneOf(KINDS, kind))
  const preset = textOf(raw['preset'])
  return {
    ...Object.fromEntries(lists),
    ...(tagMatch !== undefined && lists.some(([name]) => name === 'tags') && { tagMatch }),
    ...(search !== '' && { search }),
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(isId(preset) && { preset }),
  }
}

function readRounding(raw: RawSearch): ReportSearch {
  const rounding = oneOf(['up', 'down', 'nearest'] as const, raw['rounding'])
  if (rounding === undefined) return {}
  const minutes = Number(raw['roundingMinutes'])
  const isCustomMinutes =
    Number.isInteger(minutes) && minutes >= 1 && minutes <= 60 && minutes !== DEFAULT_ROUNDING_MINUTES
  return {
    rounding,
    ...(isCustomMinutes && { roundingMinutes: minutes }),
    ...(raw['roundingPer'] === 'day' && { roundingPer: 'day' }),
  }
}

/** The days that the parameters stand for today. */
export function resolveRange(
  search: ReportSearch,
  today: string,
  weekStart: number,
): { kind: RangeKind; range: DayRange } {
  const { range, from, to } = search
  if (range === 'custom' && from !== undefined && to !== undefined) return { kind: range, range: { from, to } }
  const kind = range === undefined || range === 'custom' ? 'week' : range
  return { kind, range: calendarRange(kind, from !== undefined && from <= today ? from : today, weekStart) }
}

export const groupOf = ({ group = 'project' }: ReportSearch) => group

export function subgroupOf(search: ReportSearch): Dimension | undefined {
  const subgroup = search.subgroup ?? defaultSubgroup(groupOf(search))
  return subgroup === NONE ? undefined : subgroup
}

function defaultSubgroup(group: Dimension): Dimension {
  return DEFAULT_SUBGROUP[group] ?? 'project'
}

/** The rounding rule; undefined if times are not rounded. */
export function roundingOf({ rounding, roundingMinutes = DEFAULT_ROUNDING_MINUTES, roundingPer }: ReportSearch) {
  if (rounding === undefined) return undefined
  return { direction: rounding, minutes: roundingMinutes, per: roundingPer ?? ('entry' as const) }
}

export const isFiltered = (search: ReportSearch) => FILTERS.some((name) => search[name] !== undefined)

/** The router parses values such as `5` or `true` to numbers and booleans. */
const textOf = (value: unknown) => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')

export const splitList = (value: unknown) => textOf(value).split(',').filter(Boolean)

const isId = (value: string) => /^[0-9A-Za-z_-]{1,64}$/.test(value)

const oneOf = <Known extends string>(known: readonly Known[], value: unknown) => known.find((one) => one === value)

/** Rejects dates such as 31 February, which `Date.parse` would read as a day in March. */
function isDay(value: unknown): value is string {
  const at = typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value && value >= FIRST_MONDAY
}
