import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '../../src/core/time/units.ts'
import { startServer } from '../../e2e/support/server.ts'
import { type Account, registerAccount, writeEntries } from './account.ts'
import { startTimeTagger } from './timetagger.ts'

const ENTRIES = 100_000
const ENTRIES_OF_MONTH = 2_000
export const STEP_MS = (30 * DAY_MS) / ENTRIES_OF_MONTH
const LENGTH_MS = 20 * MINUTE_MS
/** The latest 2,000 entries are those of June. */
export const MONTH = { from: Date.parse('2026-06-01T00:00Z'), to: Date.parse('2026-07-01T00:00Z') }
const FIRST_START_MS = MONTH.to - ENTRIES * STEP_MS

/** The product and TimeTagger with the same 100,000 entries of one user. `tagger` is undefined if it is not to be had. */
export async function startPeers() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-peers-'))
  const ours = await startServer({ DATA_DIR: dataDir })
  const tagger = await startTimeTagger()
  const stop = async () => {
    await Promise.all([ours.stop(), tagger?.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const account = await registerAccount(ours.url, 'peers')
    writeEntries(dataDir, account.id, generateEntries(account))
    await tagger?.write(Array.from(generateEntries(account), toRecord))
    return { ours, tagger, account, file: join(dataDir, 'ritmo.db'), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function* generateEntries({ project }: Account) {
  for (let index = 0; index < ENTRIES; index += 1)
    yield { project, start: FIRST_START_MS + index * STEP_MS, length: LENGTH_MS }
}

function toRecord({ start, length }: { start: number; length: number }, index: number) {
  const t1 = Math.floor(start / 1_000)
  return { key: `entry${index}`, t1, t2: t1 + Math.floor(length / 1_000), mt: t1, ds: '#Atlas Some work' }
}
