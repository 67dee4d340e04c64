import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { Db } from '#server/db/connect.ts'
import { listClientNames } from '#server/features/clients/queries.ts'
import { listProjectNames } from '#server/features/projects/queries.ts'
import { listTagNames } from '#server/features/tags/queries.ts'
import { listTaskNames } from '#server/features/tasks/queries.ts'
import type { SearchTerm } from '#server/features/time-entries/queries.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'

/** Every note is compared with every term, so terms beyond these are ignored. */
const MAX_SEARCH_TERMS = 20

/** The ids that each word of a search matches by name. Names are few and compared here, notes by the database. */
export async function resolveSearch(db: Db, userId: string, search = ''): Promise<SearchTerm[]> {
  const texts = splitWords(search).slice(0, MAX_SEARCH_TERMS)
  if (texts.length === 0) return []
  const terms = texts.map((text) => ({
    foldedText: foldForSearch(text),
    spellings: spellingsOf(text),
    matches: { project: [] as string[], task: [] as string[], tag: [] as string[] },
  }))
  const pacer = createPacer()
  for await (const { kind, id, name } of listNames(db, userId)) {
    const foldedName = foldForSearch(name)
    for (const { foldedText, matches } of terms) if (foldedName.includes(foldedText)) matches[kind].push(id)
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
  return terms.map(({ spellings, matches: { project, task, tag } }) => ({
    spellings,
    projects: project,
    tasks: task,
    tags: tag,
  }))
}

const splitWords = (search: string) => [...new Set(search.split(/\s+/).filter((word) => word !== ''))]

type NameKind = 'project' | 'task' | 'tag'

/** All names of projects, tasks and tags. A project is also found by its client's name. */
async function* listNames(db: Db, userId: string): AsyncGenerator<{ kind: NameKind; id: string; name: string }> {
  const clients = await listClientNames(db, userId)
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]))
  for (const { id, name, client_id } of await listProjectNames(db, userId))
    yield { kind: 'project', id, name: `${name} ${clientNames.get(client_id ?? '') ?? ''}` }
  for (const task of await listTaskNames(db, userId)) yield { kind: 'task', ...task }
  for (const tag of await listTagNames(db, userId)) yield { kind: 'tag', ...tag }
}

/** SQLite lowercases only A to Z, so other capitals are searched for as they are written. */
function spellingsOf(text: string) {
  const lower = text.toLowerCase()
  const capitals = [text.toUpperCase(), text.toLocaleUpperCase('tr')]
  const initials = capitals.map((upper) => `${upper.slice(0, 1)}${lower.slice(1)}`)
  const stored = [...capitals, ...initials].map((word) => word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return [...new Set([lower, ...stored])]
}
