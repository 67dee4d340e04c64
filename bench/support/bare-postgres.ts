import pg from 'pg'
import { ENTRY_COLUMNS, entryValues, type Rows, serveEntries, toSelectSql } from './bare-entries.ts'

/** `node:http` and prepared statements of `pg`, with as many connections as the product. */
const { INT8 } = pg.types.builtins
const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  types: {
    getTypeParser: (type: number, format?: 'text' | 'binary') =>
      type === INT8 ? Number : pg.types.getTypeParser(type, format),
  },
})

const LIMIT = 50
const sql = toSelectSql('$1', '$2')
const placeholders = Array.from({ length: 10 }, (_, index) => `$${index + 1}`).join(', ')
const entry = `insert into time_entries (${ENTRY_COLUMNS}) values (${placeholders})`
const segment = 'insert into time_entry_segments (user_id, entry_id, started_at, ended_at) values ($1, $2, $3, $4)'
const tags = 'insert into time_entry_tags (user_id, entry_id, tag_id) select $1, $2, tag from unnest($3::text[]) as tag'

serveEntries(
  async (userId) => {
    const client = await pool.connect()
    const select = async (name: keyof typeof sql) =>
      (await client.query({ name, text: sql[name], values: [userId, LIMIT] })).rows
    try {
      return [await select('entries'), await select('tags'), await select('segments')] as Rows
    } finally {
      client.release()
    }
  },
  async (made) => {
    const client = await pool.connect()
    const [user, id] = [made.user_id, made.id]
    try {
      await client.query('begin')
      await client.query({ name: 'entry', text: entry, values: entryValues(made) })
      await client.query({ name: 'segment', text: segment, values: [user, id, made.started_at, made.ended_at] })
      if (made.tags.length > 0) await client.query({ name: 'tag', text: tags, values: [user, id, made.tags] })
      await client.query('commit')
    } finally {
      client.release()
    }
  },
)
