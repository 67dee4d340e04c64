import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HOUR_MS, MINUTE_MS } from '../../src/core/time/units.ts'
import { uuidV7 } from '../../src/core/uuid.ts'
import { type Db, openSqlite } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { createSessions } from '../../src/server/features/users/sessions/sessions.ts'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/ritmo/bench')
const MIGRATIONS = join(ROOT, 'src/server/db/migrations')

export const USERS = 1_000
export const ENTRIES = 500_000
const FIRST_START_MS = Date.parse('2025-01-06T08:00Z')

/** The session key of every measured server, so that sessions can be created without signing in. */
export const JWT_SECRET = 'a secret for servers that are measured'

/** The id of a user's n-th record of a kind, in time order like an id made by a client. */
export const idOf = (kind: string, user: number, count = 0) =>
  uuidV7(
    FIRST_START_MS + count * HOUR_MS,
    createHash('sha1').update(`${kind} ${user} ${count}`).digest().subarray(0, 10),
  )

/** Copies the database of a site with a thousand users into a temporary folder. */
export async function copySite(name: string, entries = ENTRIES) {
  const dataDir = mkdtempSync(join(tmpdir(), `ritmo-${name}-`))
  copyFileSync(await prepareSiteFile(entries), join(dataDir, 'ritmo.db'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Creates the database once; and again when a migration or this file changes. */
async function prepareSiteFile(entries: number) {
  const sources = [...readdirSync(MIGRATIONS).map((file) => join(MIGRATIONS, file)), import.meta.filename]
  const fingerprint = createHash('sha256')
  for (const file of sources) fingerprint.update(readFileSync(file))
  const name = `site-${fingerprint.digest('hex').slice(0, 16)}-`
  const file = join(CACHE, `${name}${entries}.db`)
  if (existsSync(file)) return file
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE)) if (!old.startsWith(name)) rmSync(join(CACHE, old))
  const draft = `${file}.draft`
  for (const rest of ['', '-wal', '-shm']) rmSync(`${draft}${rest}`, { force: true })
  const database = openSqlite(draft)
  await migrate(database)
  await database.close()
  writeSite(draft, entries)
  renameSync(draft, file)
  return file
}

type Insert = (table: string, columns: string) => (...values: (string | number | null)[]) => unknown

function writeSite(file: string, entries: number) {
  const db = new DatabaseSync(file)
  // No durability is needed: after a crash the file is created again.
  db.exec('pragma journal_mode = delete; pragma synchronous = off; pragma cache_size = -1000000')
  db.exec('pragma journal_mode = off; begin')
  const insert: Insert = (table, columns) => {
    const names = columns.split(' ')
    const statement = db.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    return (...values) => statement.run(...values)
  }
  const user = insert('users', 'id name email created_at updated_at')
  const project = insert('projects', 'user_id id name description color status created_at updated_at')
  const task = insert('tasks', 'user_id id project_id name description status created_at updated_at')
  const tag = insert('tags', 'user_id id name name_key color created_at updated_at')
  for (let index = 0; index < USERS; index += 1) {
    const id = idOf('user', index)
    user(id, `Person ${index}`, `person${index}@example.org`, FIRST_START_MS, FIRST_START_MS)
    for (let count = 0; count < 5; count += 1) {
      const projectId = idOf('project', index, count)
      project(id, projectId, `Project ${count}`, '', '#3366cc', 'active', FIRST_START_MS, FIRST_START_MS)
      task(id, idOf('task', index, count), projectId, `Task ${count}`, '', 'pending', FIRST_START_MS, FIRST_START_MS)
      tag(id, idOf('tag', index, count), `Tag ${count}`, `tag ${count}`, '#3366cc', FIRST_START_MS, FIRST_START_MS)
    }
  }
  writeEntries(entries, insert)
  db.exec('commit; analyze')
  db.close()
}

/** Inserts entries in time order; every third has a tag, every fourth a pause. */
function writeEntries(entries: number, insert: Insert) {
  const columns = 'user_id id project_id task_id started_at ended_at duration_ms notes created_at updated_at'
  const entry = insert('time_entries', columns)
  const segment = insert('time_entry_segments', 'user_id entry_id started_at ended_at')
  const tagged = insert('time_entry_tags', 'user_id entry_id tag_id')
  for (let index = 0; index < entries; index += 1) {
    const [user, count] = [index % USERS, Math.floor(index / USERS)]
    const [userId, id, about] = [idOf('user', user), idOf('entry', user, count), count % 5]
    const start = FIRST_START_MS + count * HOUR_MS + user
    const end = start + 25 * MINUTE_MS
    const [project, task] = [idOf('project', user, about), count % 2 === 0 ? idOf('task', user, about) : null]
    const pause = count % 4 === 0 ? { from: start + 10 * MINUTE_MS, to: start + 15 * MINUTE_MS } : undefined
    const worked = end - start - (pause ? pause.to - pause.from : 0)
    entry(userId, id, project, task, start, end, worked, `What was done in session ${count}`, end, end)
    segment(userId, id, start, pause?.from ?? end)
    if (pause !== undefined) segment(userId, id, pause.to, end)
    if (count % 3 === 0) tagged(userId, id, idOf('tag', user, about))
  }
}

/** Creates a session for each user and returns the tokens. */
export async function createAllSessions(db: Db) {
  const sessions = createSessions(JWT_SECRET, Date.now)
  const device = { headers: { 'user-agent': 'bench' }, ip: '127.0.0.1' } as never
  return db.transaction().execute(async (db) => {
    const tokens: string[] = []
    for (let user = 0; user < USERS; user += 1) tokens.push(await sessions.create(db, idOf('user', user), device))
    return tokens
  })
}
