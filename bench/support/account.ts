import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Account {
  id: string
  token: string
  project: string
}

/** Stands for the id of a new record in a request of the load generator. */
export const NEW_ID = '00000000-0000-7000-8000-000000000000'

/** Registers a user with a project. */
export async function registerAccount(url: string, name: string): Promise<Account> {
  const account = { name: 'Bench', email: `${name}@example.org`, password: 'Quiet river 42' }
  const { token, user } = await post<{ token: string; user: { id: string } }>(`${url}/api/users/register`, account)
  const { id: project } = await post<{ id: string }>(`${url}/api/projects`, { name: 'Atlas' }, token)
  return { id: user.id, token, project }
}

export async function post<Reply>(url: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data } = (await reply.json()) as { data: Reply }
  return data
}

/** Reads a whole reply of the API. */
export async function get(url: string, path: string, token: string) {
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`)
  return reply.text()
}

/** Returns milliseconds. */
export async function measureTime(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export interface WorkedEntry {
  project: string
  task?: string
  start: number
  length: number
}

export const openDatabase = (dataDir: string) => {
  const db = new DatabaseSync(join(dataDir, 'ritmo.db'))
  db.exec('pragma busy_timeout = 5000')
  return db
}

/** Writes entries directly to the database, in one transaction. */
export function writeEntries(dataDir: string, userId: string, worked: Iterable<WorkedEntry>) {
  const db = openDatabase(dataDir)
  const entry = db.prepare(
    `insert into time_entries
       (user_id, id, created_at, updated_at, project_id, task_id, started_at, ended_at, duration_ms, notes)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'Some work')`,
  )
  const segment = db.prepare(
    `insert into time_entry_segments (user_id, entry_id, started_at, ended_at) values (?, ?, ?, ?)`,
  )
  db.exec('begin immediate')
  for (const { project, task = null, start, length } of worked) {
    const id = randomUUID()
    entry.run(userId, id, start, start, project, task, start, start + length, length)
    segment.run(userId, id, start, start + length)
  }
  db.exec('commit; analyze')
  db.close()
}

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
