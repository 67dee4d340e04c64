import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

interface EntryRow {
  user_id: string
  id: string
  project_id: string
  task_id: string | null
  started_at: number
  ended_at: number
  duration_ms: number
  notes: string
  created_at: number
  updated_at: number
}
interface TagRow {
  entry_id: string
  tag_id: string
}
interface SegmentRow {
  entry_id: string
  started_at: number
  ended_at: number
}
/** The rows of a list, read by the same three queries as in the product. */
export type Rows = [entries: EntryRow[], tags: TagRow[], segments: SegmentRow[]]

interface Draft {
  project: string
  task: string | null
  startTime: string
  endTime: string
  notes: string
  tags: string[]
}

export interface NewEntry extends EntryRow {
  tags: string[]
}

/** The queries of the newest entries, with the engine's placeholders for the user and the limit. */
export const toSelectSql = (user: string, limit: string) =>
  selectListed(`from time_entries where user_id = ${user} order by started_at desc, id desc limit ${limit}`, user)

/** The queries of the entries that `from` lists. */
export const selectListed = (from: string, user: string) => ({
  entries: `select * ${from}`,
  tags: `select entry_id, tag_id from time_entry_tags where user_id = ${user} and entry_id in (select id ${from}) order by entry_id, tag_id`,
  segments: `select entry_id, started_at, ended_at from time_entry_segments where user_id = ${user} and entry_id in (select id ${from}) order by started_at`,
})

export const ENTRY_COLUMNS =
  'user_id, id, project_id, task_id, started_at, ended_at, duration_ms, notes, created_at, updated_at'

export const entryValues = (entry: NewEntry) => [
  entry.user_id,
  entry.id,
  entry.project_id,
  entry.task_id,
  entry.started_at,
  entry.ended_at,
  entry.duration_ms,
  entry.notes,
  entry.created_at,
  entry.updated_at,
]

/** Serves `GET /user` with the newest entries and `POST /user`, which writes one, without authentication. */
export function serveEntries(
  read: (userId: string) => Rows | Promise<Rows>,
  write: (entry: NewEntry) => void | Promise<void>,
) {
  const server = createServer((request, response) => {
    const userId = (request.url ?? '').slice(1)
    const reply = request.method === 'GET' ? list(userId) : create(userId, request)
    void reply.then((body) =>
      response
        .writeHead(request.method === 'GET' ? 200 : 201, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(body),
    )
  })

  async function list(userId: string) {
    const [entries, tags, segments] = await read(userId)
    const [tagsOf, segmentsOf] = [Map.groupBy(tags, entryIdOf), Map.groupBy(segments, entryIdOf)]
    const data = entries.map((row) =>
      toJson(
        row,
        (tagsOf.get(row.id) ?? []).map((tag) => tag.tag_id),
        segmentsOf.get(row.id) ?? [],
      ),
    )
    return JSON.stringify({ ok: true, data })
  }

  async function create(userId: string, request: IncomingMessage) {
    const draft = JSON.parse(await readText(request)) as Draft
    const [startedAt, endedAt, now] = [Date.parse(draft.startTime), Date.parse(draft.endTime), Date.now()]
    const row = {
      user_id: userId,
      id: randomUUID(),
      project_id: draft.project,
      task_id: draft.task,
      started_at: startedAt,
      ended_at: endedAt,
      duration_ms: endedAt - startedAt,
      notes: draft.notes,
      created_at: now,
      updated_at: now,
    }
    await write({ ...row, tags: draft.tags })
    return JSON.stringify({ ok: true, data: toJson(row, draft.tags, [row]) })
  }

  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
}

function readText(request: IncomingMessage) {
  return new Promise<string>((resolve) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => resolve(text))
  })
}

const entryIdOf = (row: { entry_id: string }) => row.entry_id
const toTime = (at: number) => new Date(at).toISOString()

function toJson(row: EntryRow, tags: string[], segments: { started_at: number; ended_at: number }[]) {
  return {
    id: row.id,
    user: row.user_id,
    project: row.project_id,
    task: row.task_id,
    tags,
    startTime: toTime(row.started_at),
    endTime: toTime(row.ended_at),
    duration: row.duration_ms,
    notes: row.notes,
    isRunning: false,
    segments: segments.map((segment) => ({ start: toTime(segment.started_at), end: toTime(segment.ended_at) })),
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}
