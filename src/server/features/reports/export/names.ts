import type { ExportQuery } from '#contract/reports.ts'
import { NONE } from '#core/report/report-search.ts'
import { type Language, toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import {
  type AttributeDimension,
  type CalendarDimension,
  type Dimension,
  isCalendarDimension,
} from '#core/report/dimensions.ts'
import { isFilterShown, type SharedFields } from '#core/report/shared-report.ts'
import type { Key } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listClientNames } from '#server/features/clients/queries.ts'
import { listProjectNames } from '#server/features/projects/queries.ts'
import { listTagNames } from '#server/features/tags/queries.ts'
import { listTaskNames } from '#server/features/tasks/queries.ts'
import { findTimerPreset } from '#server/features/timer-presets/queries.ts'
import { fillIn, TRANSLATIONS } from './translations.ts'

type NamesById = Record<AttributeDimension, ReadonlyMap<string, string>>

/** The dimension whose items own those of another one. Names of items with different owners may be the same. */
const OWNERS: Partial<Record<Dimension, Dimension>> = { project: 'client', task: 'project' }

interface NamesRequest {
  /** Answers after the reader is closed. */
  db: Db
  userId: string
  language: Language
  /** What a shared report shows; undefined for the user's own report. */
  fields?: SharedFields | undefined
}

export type Names = Awaited<ReturnType<typeof readNames>>

/** Reads the names of all projects, clients, tasks and tags of a user. A shared report shows only those of its fields. */
export async function readNames(reader: Db, { db, userId, language, fields }: NamesRequest) {
  const [clients, projects, tasks, tags] = [
    await listClientNames(reader, userId),
    await listProjectNames(reader, userId),
    await listTaskNames(reader, userId),
    await listTagNames(reader, userId),
  ]
  const byId: NamesById = {
    client: namesOf(clients),
    project: namesOf(projects),
    task: namesOf(tasks),
    tag: namesOf(tags),
  }
  const { none, deleted } = TRANSLATIONS[language]
  const clientOf = new Map(projects.map(({ id, client_id }) => [id, client_id]))
  const projectOf = new Map(tasks.map(({ id, project_id }) => [id, project_id]))
  const clientNameOf = ({ client_id }: { client_id: string | null }) =>
    client_id === null ? none.client : (byId.client.get(client_id) ?? deleted)
  const distinctProjects = fields?.clients === false ? byId.project : toDistinctNames(projects, clientNameOf)
  const distinct: NamesById = {
    ...byId,
    project: distinctProjects,
    task: toDistinctNames(tasks, ({ project_id }) => distinctProjects.get(project_id) ?? deleted),
  }
  const nameOf = (dimension: AttributeDimension, id: string) => byId[dimension].get(id) ?? deleted
  const distinctNameOf = (dimension: AttributeDimension, id: string) => distinct[dimension].get(id) ?? deleted

  return {
    nameOrEmpty: (dimension: AttributeDimension, id: string | null | undefined) => (id ? nameOf(dimension, id) : ''),
    clientOf: (project: string) => clientOf.get(project) ?? null,
    projectOf: (task: string) => projectOf.get(task) ?? null,
    /** The name of a line. With the dimension of its parent line, it does not repeat the name of that. */
    lineName: (dimension: Dimension, key: Key, parent?: Dimension) =>
      nameLine(
        dimension,
        key,
        language,
        parent !== undefined && OWNERS[dimension] === parent ? nameOf : distinctNameOf,
      ),
    plainLineName: (dimension: Dimension, key: Key) => nameLine(dimension, key, language, nameOf),
    /** One text for each filter of the report. */
    describeFilters: async (query: ExportQuery) => {
      const preset = query.preset === undefined ? undefined : await findTimerPreset(db, userId, query.preset)
      return nameFilters(query, { preset: preset?.name, language, nameOf: distinctNameOf, fields })
    },
  }
}

interface Named {
  id: string
  name: string
}

const namesOf = (items: readonly Named[]) => new Map(items.map(({ id, name }) => [id, name]))

/** Adds the owner to names that several items have, regardless of case: `Admin (Acme)`. */
function toDistinctNames<Item extends Named>(items: readonly Item[], ownerOf: (item: Item) => string) {
  const keyOf = ({ name }: Named) => name.toLowerCase()
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  const nameOf = (item: Item) => (counts.get(keyOf(item))! > 1 ? `${item.name} (${ownerOf(item)})` : item.name)
  return new Map(items.map((item) => [item.id, nameOf(item)]))
}

type NameOf = (dimension: AttributeDimension, id: string) => string

function nameLine(dimension: Dimension, key: Key, language: Language, nameOf: NameOf): string {
  if (isCalendarDimension(dimension)) return FORMAT_BUCKET[dimension](key!, language)
  return key === null ? TRANSLATIONS[language].none[dimension] : nameOf(dimension, key)
}

const FORMAT_BUCKET: Record<CalendarDimension, (key: string, language: Language) => string> = {
  day: (day, language) =>
    formatDay(day, language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  week: (day, language) => formatRange(day, shiftDate(day, 6), language),
  month: (day, language) => formatDay(day, language, { month: 'long', year: 'numeric' }),
  // The 5th of January 1970 was a Monday.
  weekday: (number, language) =>
    formatDay(`1970-01-${String(4 + Number(number)).padStart(2, '0')}`, language, { weekday: 'long' }),
  hour: (hour) => `${hour}:00 – ${String((Number(hour) + 1) % 24).padStart(2, '0')}:00`,
}

const formatDay = (date: string, language: Language, format: Intl.DateTimeFormatOptions) =>
  formatterOf(language, format).format(Date.parse(date))

export function formatRange(from: string, to: string, language: Language) {
  // Few fonts have the thin spaces that Intl puts around the dash.
  return formatterOf(language, { day: 'numeric', month: 'short', year: 'numeric' })
    .formatRange(Date.parse(from), Date.parse(to))
    .replaceAll(/(?<=^\d+)\u2009–\u2009(?=\d)/g, '–')
    .replaceAll('\u2009', ' ')
}

/** Formatters are slow to create, and a report has thousands of lines. */
const createFormatter = memoize(100, (key: string) => {
  const [language, format] = JSON.parse(key) as [Language, Intl.DateTimeFormatOptions]
  return new Intl.DateTimeFormat(toLocale(language), { timeZone: 'UTC', ...format })
})

const formatterOf = (...key: [Language, Intl.DateTimeFormatOptions]) => createFormatter(JSON.stringify(key))

interface FilterNames {
  preset: string | undefined
  language: Language
  nameOf: NameOf
  /** Undefined: everything is shown. */
  fields: SharedFields | undefined
}

function nameFilters(query: ExportQuery, { preset, language, nameOf, fields }: FilterNames): string[] {
  const texts = TRANSLATIONS[language]
  const namesOfIds = (dimension: AttributeDimension, ids: readonly string[] | undefined) =>
    ids?.map((id) => (id === NONE ? texts.none[dimension] : nameOf(dimension, id)))
  const named: [filter: keyof ExportQuery, sentence: string, names: readonly string[] | undefined][] = [
    ['clients', texts.filter.clients, namesOfIds('client', query.clients)],
    ['projects', texts.filter.projects, namesOfIds('project', query.projects)],
    ['tasks', texts.filter.tasks, namesOfIds('task', query.tasks)],
    ['tags', texts.filter[query.tagMatch], namesOfIds('tag', query.tags)],
    ['kinds', texts.filter.kinds, query.kinds?.map((kind) => texts.kind[kind])],
    ['preset', texts.filter.preset, query.preset === undefined ? undefined : [preset ?? texts.deleted]],
    ['search', texts.filter.search, query.search ? [`“${query.search}”`] : undefined],
  ]
  const isShown = (filter: keyof ExportQuery) => fields === undefined || isFilterShown(filter, fields)
  return named.flatMap(([filter, sentence, names]) =>
    names === undefined ? [] : [fillIn(sentence, { names: isShown(filter) ? names.join(', ') : texts.hidden })],
  )
}

export function nameRounding({ rounding, roundingMinutes, roundingPer }: ExportQuery, language: Language): string {
  const texts = TRANSLATIONS[language]
  return rounding === 'off' ? texts.unrounded : fillIn(texts.rule[rounding][roundingPer], { minutes: roundingMinutes })
}
