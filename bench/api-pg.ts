import { startServer } from '../e2e/support/server.ts'
import { startPostgres } from '../scripts/topology/postgres.ts'
import { checkSameReply, compareRates, createReads, createWrites } from './support/api.ts'
import { fillPostgres } from './support/postgres-site.ts'
import { startBaseline } from './support/processes.ts'
import { JWT_SECRET } from './support/site.ts'

const BARS = { read: 0.6, write: 0.65 }

/** Reading and writing time entries on a durable PostgreSQL, compared with bare `pg`. */
export async function measure() {
  const postgres = await startPostgres({ isDurable: true })
  if (postgres === undefined) throw new Error('PostgreSQL is missing: install the Debian package "postgresql".')
  try {
    return await compare(postgres.url, await fillPostgres(postgres.url))
  } finally {
    await postgres.stop()
  }
}

async function compare(databaseUrl: string, tokens: readonly string[]) {
  const ours = await startServer({ DATABASE_URL: databaseUrl, JWT_SECRET })
  const bare = await startBaseline('bare-postgres.ts', [databaseUrl])
  try {
    await checkSameReply(bare.url, ours.url, tokens)
    const results: boolean[] = []
    for (const what of ['read', 'write'] as const) {
      const requests = what === 'read' ? createReads(tokens) : createWrites(tokens)
      const { ratio, text } = await compareRates(
        { url: bare.url, requests: requests.bare },
        { url: ours.url, requests: requests.ours },
      )
      results.push(ratio >= BARS[what])
      console.log(`api-pg ${what}: ${ratio.toFixed(2)} of the bare server (bar ${BARS[what]}), ${text}`)
    }
    return results.every(Boolean)
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}
