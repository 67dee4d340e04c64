import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import {
  type Account,
  databaseIn,
  get,
  median,
  openAccount,
  percentile,
  post,
  timed,
  writeEntries,
} from './support/account.ts'

const ENTRIES = 100_000
const ROUNDS = 9
const TIME_BAR = 1.5
const WAIT_BAR = 3
const YEAR = { from: Date.parse('2025-12-31T23:00Z'), to: Date.parse('2026-12-31T23:00Z') }
const GROUPS = ['project', 'day', 'task']

/** A year's report against the bare sums of the database, and how long others wait while reports are made. */
export async function measure() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-report-'))
  const server = await startServer({ DATA_DIR })
  try {
    const account = await openAccount(server.url, 'report')
    await fill(server.url, DATA_DIR, account)
    const isQuick = await compare(server.url, DATA_DIR, account)
    return (await crowd(server.url, account)) && isQuick
  } finally {
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

/** Ten projects of three tasks each; a year of work by day and by night. */
async function fill(url: string, dataDir: string, { id, token }: Account) {
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

async function compare(url: string, dataDir: string, { id, token }: Account) {
  const sums = bareSums(dataDir, id)
  const [plain, ours]: [number[], number[]] = [[], []]
  const turn = [
    async () => void plain.push(await timed(async () => sums.run())),
    async () => void ours.push(await timed(() => Promise.all(GROUPS.map((group) => summary(url, token, group))))),
  ]
  for (const play of turn) await play()
  plain.length = ours.length = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const play of round % 2 === 0 ? turn : turn.toReversed()) await play()
  sums.close()
  const ratio = median(ours) / median(plain)
  console.log(
    `report: ${ratio.toFixed(2)} × the bare sums (bar ${TIME_BAR}), ${median(ours).toFixed(0)} ms to ${median(plain).toFixed(0)} ms, ${ENTRIES} entries by ${GROUPS.join(', ')}`,
  )
  return ratio <= TIME_BAR
}

/** What the database needs for the sums alone, with the days of a single offset. */
function bareSums(dataDir: string, userId: string) {
  const db = databaseIn(dataDir)
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

/** Others ask for their projects, first alone and then beside reports that are made one after the other. */
async function crowd(url: string, { token }: Account) {
  const other = await openAccount(url, 'other')
  const wait = async (until: () => boolean) => {
    const waits: number[] = []
    while (!until()) waits.push(await timed(() => get(url, '/projects', other.token)))
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
      for (const group of [...GROUPS, ...GROUPS]) await summary(url, token, group)
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

const summary = (url: string, token: string, group: string) =>
  get(url, `/reports/summary?from=2026-01-01&to=2026-12-31&zone=Europe/Madrid&group=${group}`, token)
