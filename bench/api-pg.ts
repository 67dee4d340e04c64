import { startServer } from '../e2e/support/server.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { checkSameAnswer, compareRates, reads, writes } from './support/api.ts'
import { startBare } from './support/programs.ts'
import { fillPostgres } from './support/postgres-site.ts'
import { JWT_SECRET } from './support/site.ts'

const BAR = 0.6

/** Reading and writing time entries on a PostgreSQL that keeps what it acknowledges, against bare `pg`. */
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
  const bare = await startBare('bare-postgres.ts', [databaseUrl])
  try {
    await checkSameAnswer(bare.url, ours.url, tokens)
    const ratios: number[] = []
    for (const [what, requests] of Object.entries({ read: reads(tokens), write: writes(tokens) })) {
      const { ratio, text } = await compareRates(
        { url: bare.url, requests: requests.bare },
        { url: ours.url, requests: requests.ours },
      )
      ratios.push(ratio)
      console.log(`api-pg ${what}: ${ratio.toFixed(2)} of the bare server (bar ${BAR}), ${text}`)
    }
    return ratios.every((ratio) => ratio >= BAR)
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}
