import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { openSqlite } from '../src/server/db/connect.ts'
import { checkSameAnswer, compareRates, reads } from './support/api.ts'
import { startBare } from './support/programs.ts'
import { copySite, ENTRIES, JWT_SECRET, openSessions, USERS } from './support/site.ts'

const BAR = 0.5

/** Reading a page of the list against the bare statements, on one and the same file. */
export async function measure() {
  const { dataDir, remove } = await copySite('api-read')
  const file = join(dataDir, 'ritmo.db')
  const database = openSqlite(file)
  const tokens = await openSessions(database.db)
  await database.close()
  const ours = await startServer({ DATA_DIR: dataDir, JWT_SECRET })
  const bare = await startBare('bare-sqlite.ts', [file])
  try {
    await checkSameAnswer(bare.url, ours.url, tokens)
    const requests = reads(tokens)
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
