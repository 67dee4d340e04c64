import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { openSqlite } from '../src/server/db/connect.ts'
import { compareRates, createWrites } from './support/api.ts'
import { startBaseline } from './support/processes.ts'
import { copySite, createAllSessions, JWT_SECRET } from './support/site.ts'

const BAR = 0.5

/** Writing time entries, each on disk before the reply, compared with bare inserts; each server has its own copy. */
export async function measure() {
  const [site, bareSite] = [await copySite('api-write'), await copySite('api-write-bare')]
  const database = openSqlite(join(site.dataDir, 'ritmo.db'))
  const tokens = await createAllSessions(database.db)
  await database.close()
  const ours = await startServer({ DATA_DIR: site.dataDir, JWT_SECRET })
  const bare = await startBaseline('bare-sqlite.ts', [join(bareSite.dataDir, 'ritmo.db')])
  try {
    const requests = createWrites(tokens)
    const { ratio, text } = await compareRates(
      { url: bare.url, requests: requests.bare },
      { url: ours.url, requests: requests.ours },
    )
    console.log(`api-write: ${ratio.toFixed(2)} of the bare server (bar ${BAR}), ${text}`)
    return ratio >= BAR
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
    for (const { remove } of [site, bareSite]) remove()
  }
}
