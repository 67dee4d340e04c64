import { NONE } from '#contract/reports.ts'
import { DIMENSIONS } from '#core/report/dimensions.ts'
import type { Dimension, ReportQuery } from '#web/features/reports/queries.ts'
import {
  type CalendarKind,
  type DayRange,
  countDays,
  isWithin,
  RANGE_KINDS,
  type RangeKind,
  rangeOf,
} from '#web/features/reports/range/report-range.ts'

export const TAG_MATCHES = ['any', 'all', 'none'] as const
export const KINDS = ['focus', 'stopwatch', 'manual'] as const
export const ROUNDINGS = ['off', 'up', 'down', 'nearest'] as const

const LISTS = ['projects', 'clients', 'tasks', 'tags'] as const
/** What narrows a report. */
export const FILTERS = [...LISTS, 'tagMatch', 'search', 'kinds', 'preset'] as const

/** What the address says of the report; lists have commas. What is usual is left out. */
export interface ReportSearch {
  range?: Exclude<RangeKind, 'week'>
  /** A day of the range, unless it is the present one; with `to`, the first and the last of any days. */
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
/** The first Monday that a report can have. */
const FIRST_MONDAY = '2000-01-03'

/** What is shown below a line, unless somebody wants something else. */
const DEFAULT_SUBGROUP: Partial<Record<Dimension, Dimension>> = { project: 'task', task: 'day' }

/** Reads an address, in which anything may stand. */
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
  const isWanted = subgroup !== undefined && subgroup !== group && subgroup !== defaultSubgroup(group)
  return { ...(group !== 'project' && { group }), ...(isWanted && { subgroup }) }
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
  const isMinutes = Number.isInteger(minutes) && minutes >= 1 && minutes <= 60 && minutes !== DEFAULT_ROUNDING_MINUTES
  return {
    rounding,
    ...(isMinutes && { roundingMinutes: minutes }),
    ...(raw['roundingPer'] === 'day' && { roundingPer: 'day' }),
  }
}

/** The address without what is before the question mark, as a saved view keeps it. */
export const writeReportSearch = (search: ReportSearch) =>
  new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString()

export const parseReportSearch = (text: string) => readReportSearch(Object.fromEntries(new URLSearchParams(text)))

/** The days that an address means today. */
export function resolveRange(search: ReportSearch, today: string): { kind: RangeKind; range: DayRange } {
  const { range, from, to } = search
  if (range === 'custom' && from !== undefined && to !== undefined) return { kind: range, range: { from, to } }
  const kind = range === undefined || range === 'custom' ? 'week' : range
  return { kind, range: rangeOf(kind, from !== undefined && from <= today ? from : today) }
}

/** What the address is to say of some days: not when they are if they are the present ones, so that they move on. */
export function rangeToSearch(kind: RangeKind, range: DayRange, today: string) {
  if (kind === 'custom') return { range: kind, ...range }
  return { range: kind, from: isWithin(range, today) ? undefined : range.from, to: undefined }
}

/** Days of another kind in the place of some: those that the last of them lies in. */
export function moveToRangeKind(kind: CalendarKind, range: DayRange, today: string) {
  return rangeToSearch(kind, rangeOf(kind, range.to < today ? range.to : today), today)
}

export const groupOf = ({ group = 'project' }: ReportSearch) => group

export function subgroupOf(search: ReportSearch): Dimension | undefined {
  const subgroup = search.subgroup ?? defaultSubgroup(groupOf(search))
  return subgroup === NONE ? undefined : subgroup
}

function defaultSubgroup(group: Dimension): Dimension {
  return DEFAULT_SUBGROUP[group] ?? 'project'
}

/** How time is rounded; undefined: not at all. */
export function roundingOf({ rounding, roundingMinutes = DEFAULT_ROUNDING_MINUTES, roundingPer }: ReportSearch) {
  if (rounding === undefined) return undefined
  return { direction: rounding, minutes: roundingMinutes, per: roundingPer ?? ('entry' as const) }
}

export const isFiltered = (search: ReportSearch) => FILTERS.some((name) => search[name] !== undefined)

/** What the server is asked for. */
export function toReportQuery(search: ReportSearch, range: DayRange, zone: string): ReportQuery {
  const { range: _kind, from: _from, to: _to, group: _group, subgroup: _subgroup, ...rest } = search
  const subgroup = subgroupOf(search)
  return { ...rest, ...range, zone, group: groupOf(search), ...(subgroup !== undefined && { subgroup }) }
}

/** The router reads a number or a word like true as such. */
const textOf = (value: unknown) => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')

export const splitList = (value: unknown) => textOf(value).split(',').filter(Boolean)

const isId = (value: string) => /^[0-9A-Za-z_-]{1,64}$/.test(value)

const oneOf = <Known extends string>(known: readonly Known[], value: unknown) => known.find((one) => one === value)

/** Not the 31st of February either, which would be read as a day of March. */
function isDay(value: unknown): value is string {
  const at = typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value && value >= FIRST_MONDAY
}
