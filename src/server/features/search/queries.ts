import { sql } from 'kysely'
import { foldForSearch } from '#core/text/fold-for-search.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import type { SearchTerm } from '#server/features/time-entries/queries.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'

/** Every note is compared with every term, so terms beyond these are ignored. */
const MAX_SEARCH_TERMS = 20

/** The ids that each word of a search matches by name. Names are few and compared here, notes by the database. */
export async function resolveSearch(db: Db, userId: string, search = ''): Promise<SearchTerm[]> {
  const texts = splitWords(search).slice(0, MAX_SEARCH_TERMS)
  if (texts.length === 0) return []
  const names = await listNames(db, { userId })
  const terms = texts.map((text) => ({
    foldedText: foldForSearch(text),
    spellings: spellingsOf(text),
    matches: { project: [] as string[], task: [] as string[], tag: [] as string[] },
  }))
  const pacer = createPacer()
  for (const { kind, id, name } of names) {
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
const listNames = compileOnce((db, { userId }: { userId: string }) => {
  const withClient = sql<string>`projects.name || ' ' || coalesce(clients.name, '')`
  const projects = db
    .selectFrom('projects')
    .leftJoin('clients', (join) =>
      join.onRef('clients.user_id', '=', 'projects.user_id').onRef('clients.id', '=', 'client_id'),
    )
    .select([sql<NameKind>`'project'`.as('kind'), 'projects.id', withClient.as('name')])
    .where('projects.user_id', '=', userId)
  const tasks = db
    .selectFrom('tasks')
    .select([sql<NameKind>`'task'`.as('kind'), 'id', 'name'])
    .where('user_id', '=', userId)
  const tags = db
    .selectFrom('tags')
    .select([sql<NameKind>`'tag'`.as('kind'), 'id', 'name'])
    .where('user_id', '=', userId)
  return projects.unionAll(tasks).unionAll(tags)
})

/** SQLite lowercases only A to Z, so other capitals are searched for as they are written. */
function spellingsOf(text: string) {
  const lower = text.toLowerCase()
  const capitals = [text.toUpperCase(), text.toLocaleUpperCase('tr')]
  const initials = capitals.map((upper) => `${upper.slice(0, 1)}${lower.slice(1)}`)
  const stored = [...capitals, ...initials].map((word) => word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return [...new Set([lower, ...stored])]
}
