import { CURATED_COLORS } from '#core/color.ts'
import type { ImportedRow } from '#core/import/import-model.ts'
import { rejoinKnownTags, TAG_SEPARATOR } from '#core/import/tags.ts'
import { newId } from '#server/db/values.ts'
import { nameKey } from '#server/features/tags/queries.ts'

/** The clients, projects, tasks and tags that the user has. */
export interface ExistingRecords {
  clients: { id: string; name: string }[]
  projects: { id: string; name: string; client_id: string | null }[]
  tasks: { id: string; name: string; project_id: string }[]
  /** `isImporting`: an import that is not finished has created the tag. */
  tags: { id: string; name: string; isImporting?: boolean }[]
}

/** Records that the import has to create before its entries. */
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
 * Resolves the names in rows to ids, ignoring case, and collects new records for names that do not exist yet. A project
 * is identified by its client and its name: a row without a client is about the project that has none. So the result
 * does not depend on the order of the rows.
 */
export function createNameResolver(
  existing: ExistingRecords,
  { project: fallback, now }: { project: string; now: number },
) {
  const index = createNameIndex(existing, now)
  const subjectsByName = new Map<string, Omit<EntryReferences, 'tagIds'>>()
  const tagsByName = new Map<string, readonly string[]>()

  function resolveSubject({ client, project, task }: ImportedRow) {
    const clientId = client === '' ? null : index.clientOf(client)
    const projectId = index.projectOf(project || fallback, clientId)
    return { projectId, taskId: task === '' ? null : index.taskOf(task, projectId) }
  }

  return {
    resolve(row: ImportedRow): EntryReferences {
      const subject = getOrCreate(subjectsByName, `${row.client}\0${row.project}\0${row.task}`, () =>
        resolveSubject(row),
      )
      const tagsKey = [row.areTagsExact, ...row.tags].join('\0')
      const tagIds = getOrCreate(tagsByName, tagsKey, () => index.tagsOf(row))
      return { ...subject, tagIds }
    },
    /** The records that became necessary since the last call. */
    takeNewRecords: index.takeNewRecords,
    countNewRecords: index.countNewRecords,
  }
}

/** Looks up records of each kind by name, and creates missing ones. */
function createNameIndex(names: ExistingRecords, now: number) {
  const clients = new Map(names.clients.map(({ id, name }) => [nameKey(name), id]))
  const projects = new Map<string, string>()
  const tasks = new Map(names.tasks.map(({ id, name, project_id }) => [`${project_id} ${nameKey(name)}`, id]))
  const tags = new Map(names.tags.map(({ id, name }) => [nameKey(name), id]))
  const knownTags = toKnownTags(names.tags)
  let newRecords = noRecords()
  let count = names.projects.length + names.clients.length + names.tags.length
  const nextColor = () => CURATED_COLORS[count++ % CURATED_COLORS.length]![0]

  function create<Kind extends keyof NewRecords>(kind: Kind, record: Omit<NewRecords[Kind][number], 'id'>) {
    const id = newId(now)
    const list: object[] = newRecords[kind]
    list.push({ id, ...record })
    return id
  }

  function addProject({ id, name, client_id }: ExistingRecords['projects'][number]) {
    for (const key of toProjectKeys(name, client_id)) getOrCreate(projects, key, () => id)
    return id
  }
  for (const project of names.projects) addProject(project)

  const tagOf = (name: string) => getOrCreate(tags, nameKey(name), () => create('tags', { name, color: nextColor() }))

  return {
    tagsOf({ tags: names, areTagsExact }: ImportedRow) {
      return [...new Set((areTagsExact ? names : rejoinKnownTags(names, knownTags)).map(tagOf))]
    },
    clientOf: (name: string) =>
      getOrCreate(clients, nameKey(name), () => create('clients', { name, color: nextColor() })),
    taskOf: (name: string, project_id: string) =>
      getOrCreate(tasks, `${project_id} ${nameKey(name)}`, () => create('tasks', { name, project_id })),
    projectOf(name: string, client_id: string | null) {
      const known = toProjectKeys(name, client_id)
        .map((key) => projects.get(key))
        .find((id) => id !== undefined)
      return known ?? addProject({ id: create('projects', { name, color: nextColor(), client_id }), name, client_id })
    },
    countNewRecords: () => ({
      clients: newRecords.clients.length,
      projects: newRecords.projects.length,
      tasks: newRecords.tasks.length,
      tags: newRecords.tags.length,
    }),
    takeNewRecords() {
      const taken = newRecords
      newRecords = noRecords()
      return taken
    },
  }
}

/**
 * The tags that the user had before the import. Those of the file are not rejoined, so that it does not matter which row
 * comes first.
 */
function toKnownTags(tags: ExistingRecords['tags']) {
  const keys = tags.flatMap(({ name, isImporting = false }) => (isImporting ? [] : nameKey(name)))
  const withComma = new Set(keys.filter((key) => key.includes(TAG_SEPARATOR)))
  const maxKeyLength = [...withComma].reduce((longest, { length }) => Math.max(longest, length), 0)
  return { keyOf: nameKey, has: (key: string) => withComma.has(key), maxKeyLength }
}

/** The keys by which a project is found among those of its client: its exact name, or else ignoring case. */
const toProjectKeys = (name: string, client_id: string | null) =>
  [`=${name}`, `~${nameKey(name)}`].map((key) => `${client_id ?? ''} ${key}`)

const noRecords = (): NewRecords => ({ clients: [], projects: [], tasks: [], tags: [] })

function getOrCreate<Value>(known: Map<string, Value>, key: string, create: () => Value): Value {
  const value = known.get(key) ?? create()
  known.set(key, value)
  return value
}
