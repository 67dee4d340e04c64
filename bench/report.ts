import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import {
  type Account,
  get,
  measureTime,
  median,
  openDatabase,
  percentile,
  post,
  registerAccount,
  writeEntries,
} from './support/account.ts'

const ENTRIES = 100_000
const ROUNDS = 9
const TIME_BAR = 1.4
const WAIT_BAR = 3
const YEAR = { from: Date.parse('2025-12-31T23:00Z'), to: Date.parse('2026-12-31T23:00Z') }
const GROUPS = ['project', 'day', 'task']

/** A year's report, compared with the bare sums of the database, and how long other users wait meanwhile. */
export async function measure() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-report-'))
  const server = await startServer({ DATA_DIR })
  try {
    const account = await registerAccount(server.url, 'report')
    await createYearOfEntries(server.url, DATA_DIR, account)
    const isQuick = await compareWithSums(server.url, DATA_DIR, account)
    return (await measureWaitOfOthers(server.url, account)) && isQuick
  } finally {
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

/** Ten projects with three tasks each, and entries around the clock for a year. */
async function createYearOfEntries(url: string, dataDir: string, { id, token }: Account) {
  const tasks: { project: string; task: string }[] = []
  for (let count = 0; count < 10; count += 1) {
    const { id: project } = await post<{ id: string }>(`${url}/api/projects`, { name: `Project ${count}` }, token)
    for (const name of ['Draw', 'Write', 'Check']) {
      const { id: task } = await post<{ id: string }>(`${url}/api/tasks`, { name, project }, token)
      tasks.push({ project, task })
    }
  }
  const step = (YEAR.to - YEAR.from) / ENTRIES
  const worked = tasks.flatMap((subject, turn) =>
    Array.from({ length: Math.ceil(ENTRIES / tasks.length) }, (_, index) => ({
      ...subject,
      start: Math.floor(YEAR.from + (index * tasks.length + turn) * step),
      length: Math.floor(step * 0.9),
    })),
  )
  writeEntries(
    dataDir,
    id,
    worked.slice(0, ENTRIES).toSorted((a, b) => a.start - b.start),
  )
}

async function compareWithSums(url: string, dataDir: string, { id, token }: Account) {
  const sums = prepareSums(dataDir, id)
  const [plain, ours]: [number[], number[]] = [[], []]
  const turn = [
    async () => void plain.push(await measureTime(async () => sums.run())),
    async () =>
      void ours.push(await measureTime(() => Promise.all(GROUPS.map((group) => readSummary(url, token, group))))),
  ]
  for (const run of turn) await run()
  plain.length = ours.length = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const run of round % 2 === 0 ? turn : turn.toReversed()) await run()
  sums.close()
  const ratio = median(ours) / median(plain)
  console.log(
    `report: ${ratio.toFixed(2)} × the bare sums (bar ${TIME_BAR}), ${median(ours).toFixed(0)} ms to ${median(plain).toFixed(0)} ms, ${ENTRIES} entries by ${GROUPS.join(', ')}`,
  )
  return ratio <= TIME_BAR
}

/** Statements that compute only the sums, with days of one fixed offset. */
function prepareSums(dataDir: string, userId: string) {
  const db = openDatabase(dataDir)
  db.exec('pragma cache_size = -32000')
  const statements = ['project_id', '(started_at + 3600000) / 86400000', 'task_id'].map((key) =>
    db.prepare(
      `select ${key} as key, sum(duration_ms) as milliseconds, count(*) as entries from time_entries
       where user_id = ? and started_at >= ? and started_at < ? group by 1`,
    ),
  )
  return {
    run: () => statements.map((statement) => JSON.stringify(statement.all(userId, YEAR.from, YEAR.to))),
    close: () => db.close(),
  }
}

/** Another user reads projects, first on an idle server and then while reports are made one after the other. */
async function measureWaitOfOthers(url: string, { token }: Account) {
  const other = await registerAccount(url, 'other')
  const wait = async (until: () => boolean) => {
    const waits: number[] = []
    while (!until()) waits.push(await measureTime(() => get(url, '/projects', other.token)))
    return percentile(waits, 0.99)
  }
  const lasting = (milliseconds: number) => {
    const end = performance.now() + milliseconds
    return () => performance.now() > end
  }
  await wait(lasting(1_000))
  const [idle, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await wait(lasting(1_000)))
    let isOver = false
    const reports = (async () => {
      for (const group of [...GROUPS, ...GROUPS]) await readSummary(url, token, group)
      isOver = true
    })()
    busy.push(await wait(() => isOver))
    await reports
  }
  const ratio = median(busy) / median(idle)
  console.log(
    `report crowd: ${ratio.toFixed(2)} × the idle wait of others (bar ${WAIT_BAR}), p99 ${median(busy).toFixed(1)} ms to ${median(idle).toFixed(1)} ms`,
  )
  return ratio <= WAIT_BAR
}

const readSummary = (url: string, token: string, group: string) =>
  get(url, `/reports/summary?from=2026-01-01&to=2026-12-31&zone=Europe/Madrid&group=${group}`, token)
