import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { connect } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { copySite, createAllSessions } from './site.ts'

const TABLES = ['users', 'projects', 'tasks', 'tags', 'time_entries', 'time_entry_segments', 'time_entry_tags']
const BATCH_SIZE = 10_000

/** Copies the site of a thousand users into a PostgreSQL that is empty or has our tables. Returns a token per user. */
export async function fillPostgres(databaseUrl: string, entries?: number) {
  const { dataDir, remove } = await copySite('fill', entries)
  const database = connect({ databaseUrl, dataDir })
  try {
    await migrate(database)
    await copyRows(databaseUrl, join(dataDir, 'ritmo.db'))
    return await createAllSessions(database.db)
  } finally {
    await database.close()
    remove()
  }
}

async function copyRows(databaseUrl: string, path: string) {
  const file = new DatabaseSync(path, { readOnly: true })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (const table of TABLES) {
    let rows: unknown[] = []
    const flush = async () => {
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows),
      ])
      rows = []
    }
    for (const row of file.prepare(`select * from ${table}`).iterate()) if (rows.push(row) === BATCH_SIZE) await flush()
    await flush()
  }
  await client.query('vacuum analyze')
  await client.end()
  file.close()
}
