import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { openSqlite } from '../src/server/db/connect.ts'
import { compareRates, writes } from './support/api.ts'
import { startBare } from './support/programs.ts'
import { copySite, JWT_SECRET, openSessions } from './support/site.ts'

const BAR = 0.5

/** Writing time entries, each on disk before it is answered, against the bare inserts; each side on its own copy. */
export async function measure() {
  const [site, twin] = [await copySite('api-write'), await copySite('api-write-bare')]
  const database = openSqlite(join(site.dataDir, 'ritmo.db'))
  const tokens = await openSessions(database.db)
  await database.close()
  const ours = await startServer({ DATA_DIR: site.dataDir, JWT_SECRET })
  const bare = await startBare('bare-sqlite.ts', [join(twin.dataDir, 'ritmo.db')])
  try {
    const requests = writes(tokens)
    const { ratio, text } = await compareRates(
      { url: bare.url, requests: requests.bare },
      { url: ours.url, requests: requests.ours },
    )
    console.log(`api-write: ${ratio.toFixed(2)} of the bare server (bar ${BAR}), ${text}`)
    return ratio >= BAR
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
    for (const { remove } of [site, twin]) remove()
  }
}
