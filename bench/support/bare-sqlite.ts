import { DatabaseSync } from 'node:sqlite'
import { ENTRY_COLUMNS, entryValues, type Rows, serveEntries, toSelectSql } from './bare-entries.ts'

/** `node:http` and prepared statements of `node:sqlite`, with the product's database settings. */
const db = new DatabaseSync(process.argv[2] ?? '')
db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32000`)

const LIMIT = 50
const sql = toSelectSql('?', '?')
const [entries, tags, segments] = [db.prepare(sql.entries), db.prepare(sql.tags), db.prepare(sql.segments)]
const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
const entry = db.prepare(`insert into time_entries (${ENTRY_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
const segment = db.prepare(
  'insert into time_entry_segments (user_id, entry_id, started_at, ended_at) values (?, ?, ?, ?)',
)
const tag = db.prepare('insert into time_entry_tags (user_id, entry_id, tag_id) values (?, ?, ?)')

serveEntries(
  (userId) =>
    [
      entries.all(userId, LIMIT),
      tags.all(userId, userId, LIMIT),
      segments.all(userId, userId, LIMIT),
    ] as unknown as Rows,
  (made) => {
    begin.run()
    entry.run(...entryValues(made))
    segment.run(made.user_id, made.id, made.started_at, made.ended_at)
    for (const id of made.tags) tag.run(made.user_id, made.id, id)
    commit.run()
  },
)
