import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { openSqlite } from '../src/server/db/connect.ts'
import { checkSameReply, compareRates, createReads } from './support/api.ts'
import { startBaseline } from './support/processes.ts'
import { copySite, createAllSessions, ENTRIES, JWT_SECRET, USERS } from './support/site.ts'

const BAR = 0.5

/** Reading a page of the list, compared with the bare SQL statements on the same file. */
export async function measure() {
  const { dataDir, remove } = await copySite('api-read')
  const file = join(dataDir, 'ritmo.db')
  const database = openSqlite(file)
  const tokens = await createAllSessions(database.db)
  await database.close()
  const ours = await startServer({ DATA_DIR: dataDir, JWT_SECRET })
  const bare = await startBaseline('bare-sqlite.ts', [file])
  try {
    await checkSameReply(bare.url, ours.url, tokens)
    const requests = createReads(tokens)
    const { ratio, text } = await compareRates(
      { url: bare.url, requests: requests.bare },
      { url: ours.url, requests: requests.ours },
    )
    console.log(
      `api-read: ${ratio.toFixed(2)} of the bare server (bar ${BAR}), ${text}, ${USERS} users, ${ENTRIES} entries`,
    )
    return ratio >= BAR
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
    remove()
  }
}
