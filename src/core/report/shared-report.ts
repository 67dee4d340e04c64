import type { DayRange } from './day-range.ts'
import type { Dimension } from './dimensions.ts'
import { groupOf, type ReportSearch, resolveRange, subgroupOf } from './report-search.ts'

/** What a shared report may show. It always shows projects, days and sums of time. */
export const SHARED_FIELDS = ['clients', 'tasks', 'tags', 'entries', 'notes'] as const
export type SharedField = (typeof SHARED_FIELDS)[number]
export type SharedFields = Readonly<Record<SharedField, boolean>>

/** Notes and single entries are what people write for themselves, so they are shared only on request. */
export const DEFAULT_SHARED_FIELDS: SharedFields = {
  clients: true,
  tasks: true,
  tags: true,
  entries: false,
  notes: false,
}

/** Notes belong to single entries. */
export const shownFields = (fields: SharedFields): SharedFields => ({
  ...fields,
  notes: fields.notes && fields.entries,
})

const FIELD_OF: Partial<Record<Dimension, SharedField>> = {
  client: 'clients',
  task: 'tasks',
  tag: 'tags',
  hour: 'entries',
}

export function isDimensionShown(dimension: Dimension, fields: SharedFields) {
  const field = FIELD_OF[dimension]
  return field === undefined || fields[field]
}

interface Grouping {
  group: Dimension
  subgroup?: Dimension
}

/** The levels of a view without those that are hidden; by project if none is left. */
export function sharedGrouping(view: ReportSearch, fields: SharedFields): Grouping {
  const levels = [groupOf(view), subgroupOf(view) ?? []].flat()
  const [group = 'project', subgroup] = levels.filter((dimension) => isDimensionShown(dimension, fields))
  return { group, ...(subgroup !== undefined && { subgroup }) }
}

interface SharedSettings {
  fields: SharedFields
  /** Null: the range of the view, which may move on with time. */
  range: DayRange | null
  zone: string
  weekStart: number
}

/** The whole query of a shared report. It depends on its owner alone: a visitor adds nothing to it. */
export function sharedQuery(view: ReportSearch, { fields, range, zone, weekStart }: SharedSettings, today: string) {
  const { range: _kind, from: _from, to: _to, group: _group, subgroup: _subgroup, ...filtersAndRounding } = view
  const days = range ?? resolveRange(view, today, weekStart).range
  return { ...filtersAndRounding, ...days, zone, weekStart, ...sharedGrouping(view, fields) }
}

interface EntryTexts {
  client: string
  task: string
  tags: readonly string[]
  notes: string
}

/** An entry without the texts that are hidden. */
export function hideTexts<Entry extends EntryTexts>(entry: Entry, fields: SharedFields): Entry {
  const { clients, tasks, tags, notes } = shownFields(fields)
  return {
    ...entry,
    client: clients ? entry.client : '',
    task: tasks ? entry.task : '',
    tags: tags ? entry.tags : [],
    notes: notes ? entry.notes : '',
  }
}

const FILTERED_FIELD: Record<string, SharedField> = { clients: 'clients', tasks: 'tasks', tags: 'tags' }

/** Whether the words of a filter may be shown. Searched words may be of any name or note, and presets are the owner's own. */
export function isFilterShown(filter: string, fields: SharedFields) {
  if (filter === 'search') return SHARED_FIELDS.every((field) => fields[field])
  const field = FILTERED_FIELD[filter]
  return field === undefined ? filter !== 'preset' : fields[field]
}
