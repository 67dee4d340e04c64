import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { type Account, get, measureTime, median, registerAccount, writeEntries } from './support/account.ts'

const TENFOLD = 10
const SIZES = [10_000, 100_000, 1_000_000]
const ROUNDS = 9
const MAX_FLAT_GROWTH = 1.3
/** Allows for noise on top of linear growth. */
const LINEAR_TOLERANCE = 1.1
const RANGE = { from: Date.parse('2016-12-31T23:00Z'), to: Date.parse('2026-12-31T23:00Z') }

/** Requests whose time is measured by the number of entries of the user. */
const REQUESTS = {
  list: '/time-entries?limit=50',
  'list from the middle': '/time-entries?limit=50&endDate=2021-12-31T23:00:00.000Z',
  report: '/reports/summary?from=2017-01-01&to=2026-12-31&zone=Europe/Madrid&group=project&subgroup=month',
}
type RequestName = keyof typeof REQUESTS

export async function measure() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-growth-'))
  const server = await startServer({ DATA_DIR })
  try {
    const accounts: Account[] = []
    for (const size of SIZES) accounts.push(await createAccountWithEntries(server.url, DATA_DIR, size))
    const names = Object.keys(REQUESTS) as RequestName[]
    const results: boolean[] = []
    for (const name of names) results.push(await measureGrowth(server.url, accounts, name))
    return results.every(Boolean)
  } finally {
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

/** Spreads the entries over ten years. */
async function createAccountWithEntries(url: string, dataDir: string, size: number) {
  const account = await registerAccount(url, `growth-${size}`)
  const step = (RANGE.to - RANGE.from) / size
  writeEntries(dataDir, account.id, generateEntries(account.project, size, step))
  return account
}

function* generateEntries(project: string, size: number, step: number) {
  const length = Math.floor(Math.min(step * 0.9, 25 * 60_000))
  for (let index = 0; index < size; index += 1) yield { project, start: Math.floor(RANGE.from + index * step), length }
}

async function measureGrowth(url: string, accounts: readonly Account[], name: RequestName) {
  const send = ({ token }: Account) => measureTime(() => get(url, REQUESTS[name], token))
  const users = accounts.map((account) => ({ account, times: [] as number[] }))
  for (const { account } of users) await send(account)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { account, times } of users) times.push(await send(account))
  const medians = users.map(({ times }) => median(times))
  const growth = medians.slice(1).map((time, index) => time / (medians[index] ?? 0))
  const bar = name === 'report' ? TENFOLD * LINEAR_TOLERANCE : MAX_FLAT_GROWTH
  console.log(
    `growth of ${name}: ${growth.map((ratio) => ratio.toFixed(2)).join(' × and then ')} × for ten times the entries (bar ${bar}), ${medians.map((time) => time.toFixed(1)).join(', ')} ms at ${SIZES.join(', ')}`,
  )
  return growth.every((ratio) => ratio <= bar)
}
