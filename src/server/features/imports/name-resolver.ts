import { CURATED_COLORS } from '#core/color.ts'
import { rejoinKnownTags, TAG_SEPARATOR } from '#core/import/cells.ts'
import type { ImportedRow } from '#core/import/import-model.ts'
import { newId } from '#server/db/values.ts'
import { nameKey } from '#server/features/tags/queries.ts'

/** What a user has, by name. */
export interface ExistingRecords {
  clients: { id: string; name: string }[]
  projects: { id: string; name: string; client_id: string | null }[]
  tasks: { id: string; name: string; project_id: string }[]
  tags: { id: string; name: string }[]
}

/** What has to be made first. */
export interface NewRecords {
  clients: { id: string; name: string; color: string }[]
  projects: { id: string; name: string; color: string; client_id: string | null }[]
  tasks: { id: string; name: string; project_id: string }[]
  tags: { id: string; name: string; color: string }[]
}

export interface EntryReferences {
  projectId: string
  taskId: string | null
  tagIds: readonly string[]
}

export type NameResolver = ReturnType<typeof createNameResolver>

/**
 * Finds what rows name, whatever capitals they are written in, and what has to be made for them. A project is of its
 * client: one of the same name under another client is another project; a row without a client takes what is there.
 */
export function createNameResolver(
  names: ExistingRecords,
  { project: fallback, now }: { project: string; now: number },
) {
  const shelves = createNameIndex(names, now)
  const subjects = new Map<string, Omit<EntryReferences, 'tagIds'>>()
  const tagLists = new Map<string, readonly string[]>()

  function aboutOf({ client, project, task }: ImportedRow) {
    const clientId = client === '' ? null : shelves.clientOf(client)
    const projectId = shelves.projectOf(project || fallback, clientId)
    return { projectId, taskId: task === '' ? null : shelves.taskOf(task, projectId) }
  }

  return {
    resolve(row: ImportedRow): EntryReferences {
      const about = getOrCreate(subjects, `${row.client}\0${row.project}\0${row.task}`, () => aboutOf(row))
      const tagIds = getOrCreate(tagLists, row.tags.join('\0'), () => shelves.tagsOf(row.tags))
      return { ...about, tagIds }
    },
    /** What was to be made since this was last asked. */
    takeNewRecords: shelves.takeNewRecords,
  }
}

/** What there is of each kind, and what joins it. */
function createNameIndex(names: ExistingRecords, now: number) {
  const clients = new Map(names.clients.map(({ id, name }) => [nameKey(name), id]))
  const projects = new Map<string, string>()
  const tasks = new Map(names.tasks.map(({ id, name, project_id }) => [`${project_id} ${nameKey(name)}`, id]))
  const tags = new Map<string, string>()
  let longestTorn = 0
  let made = noRecords()
  let count = names.projects.length + names.clients.length + names.tags.length
  const nextColor = () => CURATED_COLORS[count++ % CURATED_COLORS.length]![0]

  function make<Kind extends keyof NewRecords>(kind: Kind, thing: Omit<NewRecords[Kind][number], 'id'>) {
    const id = newId(now)
    const list: object[] = made[kind]
    list.push({ id, ...thing })
    return id
  }

  function keepTag(key: string, id: string) {
    tags.set(key, id)
    if (key.includes(TAG_SEPARATOR)) longestTorn = Math.max(longestTorn, key.length)
    return id
  }
  for (const { id, name } of names.tags) keepTag(nameKey(name), id)

  function keepProject({ id, name, client_id }: ExistingRecords['projects'][number]) {
    const { ofClient, ofAll } = toProjectKeys(name, client_id)
    for (const place of [...ofClient, ...ofAll]) getOrCreate(projects, place, () => id)
    return id
  }
  for (const project of names.projects) keepProject(project)

  function tagOf(name: string) {
    const key = nameKey(name)
    return tags.get(key) ?? keepTag(key, make('tags', { name, color: nextColor() }))
  }

  return {
    tagsOf(parts: readonly string[]) {
      const known = { keyOf: nameKey, has: (key: string) => tags.has(key), maxKeyLength: longestTorn }
      return [...new Set(rejoinKnownTags(parts, known).map(tagOf))]
    },
    clientOf: (name: string) =>
      getOrCreate(clients, nameKey(name), () => make('clients', { name, color: nextColor() })),
    taskOf: (name: string, project_id: string) =>
      getOrCreate(tasks, `${project_id} ${nameKey(name)}`, () => make('tasks', { name, project_id })),
    projectOf(name: string, client_id: string | null) {
      const { ofClient, ofAll } = toProjectKeys(name, client_id)
      const places = client_id === null ? [...ofClient, ...ofAll] : ofClient
      const known = places.map((place) => projects.get(place)).find((id) => id !== undefined)
      return known ?? keepProject({ id: make('projects', { name, color: nextColor(), client_id }), name, client_id })
    },
    takeNewRecords() {
      const taken = made
      made = noRecords()
      return taken
    },
  }
}

/** Where a project is looked for, among those of its client and among all: as it is written, then whatever its capitals. */
function toProjectKeys(name: string, client_id: string | null) {
  const ofAll = [`=${name}`, `~${nameKey(name)}`]
  return { ofAll, ofClient: ofAll.map((place) => `${client_id ?? ''} ${place}`) }
}

const noRecords = (): NewRecords => ({ clients: [], projects: [], tasks: [], tags: [] })

function getOrCreate<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
