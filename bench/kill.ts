import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/topology/postgres.ts'
import { runKillDrill } from '../src/server/testing/kill-drill.ts'

const KILLS = 60
const WRITERS = 20

/** Kills a real server sixty times under twenty writers, on each engine. */
export async function measure() {
  const postgres = await startPostgres()
  const engines = { SQLite: {}, ...(postgres && { PostgreSQL: { DATABASE_URL: postgres.url } }) }
  const results: boolean[] = []
  for (const [engine, database] of Object.entries(engines)) {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-kill-'))
    const figures = await runKillDrill({ environment: { DATA_DIR, ...database }, kills: KILLS, writers: WRITERS })
    const { acknowledged, lost, doubled, wrong } = figures
    console.log(
      `kill ${engine}: ${KILLS} kills, ${acknowledged} sessions acknowledged, ${lost} lost, ${doubled} doubled, ${wrong} wrong (bar 0)`,
    )
    results.push(lost + doubled + wrong === 0)
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
  await postgres?.stop()
  return results.every(Boolean)
}
