import { CURATED_COLORS } from '#core/color.ts'
import { rejoinKnownTags, TAG_SEPARATOR } from '#core/import/cells.ts'
import type { ImportedRow } from '#core/import/import-model.ts'
import { newId } from '#server/db/values.ts'
import { nameKey } from '#server/features/tags/queries.ts'

/** The clients, projects, tasks and tags that the user has. */
export interface ExistingRecords {
  clients: { id: string; name: string }[]
  projects: { id: string; name: string; client_id: string | null }[]
  tasks: { id: string; name: string; project_id: string }[]
  tags: { id: string; name: string }[]
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
 * Resolves the names in rows to ids, ignoring case, and collects new records for names that do not exist yet. Projects
 * of the same name under different clients are different projects; a row without a client matches any of them.
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
      const tagIds = getOrCreate(tagsByName, row.tags.join('\0'), () => index.tagsOf(row.tags))
      return { ...subject, tagIds }
    },
    /** The records that became necessary since the last call. */
    takeNewRecords: index.takeNewRecords,
  }
}

/** Looks up records of each kind by name, and creates missing ones. */
function createNameIndex(names: ExistingRecords, now: number) {
  const clients = new Map(names.clients.map(({ id, name }) => [nameKey(name), id]))
  const projects = new Map<string, string>()
  const tasks = new Map(names.tasks.map(({ id, name, project_id }) => [`${project_id} ${nameKey(name)}`, id]))
  const tags = new Map<string, string>()
  let maxKeyLengthWithComma = 0
  let newRecords = noRecords()
  let count = names.projects.length + names.clients.length + names.tags.length
  const nextColor = () => CURATED_COLORS[count++ % CURATED_COLORS.length]![0]

  function create<Kind extends keyof NewRecords>(kind: Kind, record: Omit<NewRecords[Kind][number], 'id'>) {
    const id = newId(now)
    const list: object[] = newRecords[kind]
    list.push({ id, ...record })
    return id
  }

  function addTag(key: string, id: string) {
    tags.set(key, id)
    if (key.includes(TAG_SEPARATOR)) maxKeyLengthWithComma = Math.max(maxKeyLengthWithComma, key.length)
    return id
  }
  for (const { id, name } of names.tags) addTag(nameKey(name), id)

  function addProject({ id, name, client_id }: ExistingRecords['projects'][number]) {
    const { ofClient, ofAll } = toProjectKeys(name, client_id)
    for (const key of [...ofClient, ...ofAll]) getOrCreate(projects, key, () => id)
    return id
  }
  for (const project of names.projects) addProject(project)

  function tagOf(name: string) {
    const key = nameKey(name)
    return tags.get(key) ?? addTag(key, create('tags', { name, color: nextColor() }))
  }

  return {
    tagsOf(parts: readonly string[]) {
      const known = { keyOf: nameKey, has: (key: string) => tags.has(key), maxKeyLength: maxKeyLengthWithComma }
      return [...new Set(rejoinKnownTags(parts, known).map(tagOf))]
    },
    clientOf: (name: string) =>
      getOrCreate(clients, nameKey(name), () => create('clients', { name, color: nextColor() })),
    taskOf: (name: string, project_id: string) =>
      getOrCreate(tasks, `${project_id} ${nameKey(name)}`, () => create('tasks', { name, project_id })),
    projectOf(name: string, client_id: string | null) {
      const { ofClient, ofAll } = toProjectKeys(name, client_id)
      const keys = client_id === null ? [...ofClient, ...ofAll] : ofClient
      const known = keys.map((key) => projects.get(key)).find((id) => id !== undefined)
      return known ?? addProject({ id: create('projects', { name, color: nextColor(), client_id }), name, client_id })
    },
    takeNewRecords() {
      const taken = newRecords
      newRecords = noRecords()
      return taken
    },
  }
}

/** The keys by which a project is found among all and among those of its client: its exact name, or ignoring case. */
function toProjectKeys(name: string, client_id: string | null) {
  const ofAll = [`=${name}`, `~${nameKey(name)}`]
  return { ofAll, ofClient: ofAll.map((key) => `${client_id ?? ''} ${key}`) }
}

const noRecords = (): NewRecords => ({ clients: [], projects: [], tasks: [], tags: [] })

function getOrCreate<Value>(known: Map<string, Value>, key: string, create: () => Value): Value {
  const value = known.get(key) ?? create()
  known.set(key, value)
  return value
}
