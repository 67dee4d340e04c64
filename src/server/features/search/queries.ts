import { fold } from '#core/fold.ts'
import type { Db } from '#server/db/connect.ts'
import { listClients } from '#server/features/clients/queries.ts'
import { listProjects } from '#server/features/projects/queries.ts'
import { listTags } from '#server/features/tags/queries.ts'
import { listTasks } from '#server/features/tasks/queries.ts'
import type { Word } from '#server/features/time-entries/queries.ts'

interface Named {
  id: string
  name: string
}

/** What each word of a search stands for: names are few and compared here, notes are left to the database. */
export async function readSearch(db: Db, userId: string, search = ''): Promise<Word[]> {
  const texts = search.split(/\s+/).filter((word) => word !== '')
  if (texts.length === 0) return []
  const [projects, clients] = [await listProjects(db, userId), await listClients(db, userId)]
  const [tasks, tags] = [await listTasks(db, userId), await listTags(db, userId)]
  const clientName = (id: string | null) => clients.find((client) => client.id === id)?.name ?? ''
  const known = projects.map(({ id, name, client }) => ({ id, name: `${name} ${clientName(client)}` }))
  return texts.map((text) => ({
    spellings: spellingsOf(text),
    projects: named(known, text),
    tasks: named(tasks, text),
    tags: named(tags, text),
  }))
}

const named = (things: readonly Named[], text: string) =>
  things.filter(({ name }) => fold(name).includes(fold(text))).map(({ id }) => id)

/** SQLite knows the small letters of A to Z alone: other capitals are sought as they are. */
function spellingsOf(text: string) {
  const lower = text.toLowerCase()
  const capitals = [text.toUpperCase(), text.toLocaleUpperCase('tr')]
  const initials = capitals.map((upper) => `${upper.slice(0, 1)}${lower.slice(1)}`)
  const stored = [...capitals, ...initials].map((word) => word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return [...new Set([lower, ...stored])].map((word) => word.replaceAll(/[%_\\]/g, String.raw`\$&`))
}
