import { DatabaseSync } from 'node:sqlite'
import { type Rows, selectListed, serveEntries } from './bare-entries.ts'

/** `node:http` and prepared statements of `node:sqlite`, which read the entries between two times. */
const [file = '', from = '', to = ''] = process.argv.slice(2)
const db = new DatabaseSync(file, { readOnly: true })
db.exec('pragma cache_size = -32000')

const sql = selectListed(
  'from time_entries where user_id = ? and started_at >= ? and started_at < ? order by started_at desc, id desc',
  '?',
)
const [entries, tags, segments] = [db.prepare(sql.entries), db.prepare(sql.tags), db.prepare(sql.segments)]
const range = [Number(from), Number(to)]

serveEntries(
  (userId) =>
    [
      entries.all(userId, ...range),
      tags.all(userId, userId, ...range),
      segments.all(userId, userId, ...range),
    ] as unknown as Rows,
  () => {
    throw new Error('This server only reads')
  },
)
