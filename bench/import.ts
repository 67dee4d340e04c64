import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { databaseIn, get, median, openAccount, percentile, post, timed } from './support/account.ts'

const ENTRIES = 100_000
const ROUNDS = 5
const TIME_BAR = 4
const WAIT_BAR_MS = 50
const STEP_MS = 20 * 60_000
const LENGTH_MS = 15 * 60_000
const FIRST = Date.parse('2022-01-03T06:00:00Z')

/** A large file against its rows written by hand, and how long others wait meanwhile. */
export async function measure() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-import-'))
  const server = await startServer({ DATA_DIR })
  try {
    const file = writeFile()
    const isQuick = await compare(server.url, DATA_DIR, file)
    return (await crowd(server.url, file)) && isQuick
  } finally {
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function compare(url: string, dataDir: string, file: Buffer) {
  const [plain, ours]: [number[], number[]] = [[], []]
  const turn = [
    async (round: number) => void plain.push(await byHand(url, dataDir, `plain-${round}`)),
    async (round: number) => void ours.push(await byImport(url, file, `ours-${round}`)),
  ]
  for (let round = 0; round < ROUNDS; round += 1)
    for (const play of round % 2 === 0 ? turn : turn.toReversed()) await play(round)
  const ratio = median(ours) / median(plain)
  console.log(
    `import: ${ratio.toFixed(2)} × the bare inserts (bar ${TIME_BAR}), ${median(ours).toFixed(0)} ms to ${median(plain).toFixed(0)} ms, ${ENTRIES} rows of ${(file.length / 1e6).toFixed(1)} MB`,
  )
  return ratio <= TIME_BAR
}

/** Another user asks for projects while the file is imported. */
async function crowd(url: string, file: Buffer) {
  const other = await openAccount(url, 'other')
  const waits: number[] = []
  const progress = { isOver: false }
  const asking = (async () => {
    while (!progress.isOver) waits.push(await timed(() => get(url, '/projects', other.token)))
  })()
  await byImport(url, file, 'crowded')
  progress.isOver = true
  await asking
  const wait = percentile(waits, 0.99)
  console.log(
    `import crowd: ${wait.toFixed(0)} ms p99 wait of others (bar ${WAIT_BAR_MS}), longest ${Math.max(...waits).toFixed(0)} ms`,
  )
  return wait <= WAIT_BAR_MS
}

/** As Toggl writes it: thirty tasks in ten projects, most entries with notes and some with tags. */
function writeFile() {
  const lines = Array.from({ length: ENTRIES }, (_, index) => {
    const [start, end] = [FIRST + index * STEP_MS, FIRST + index * STEP_MS + LENGTH_MS].map((at) =>
      new Date(at).toISOString(),
    ) as [string, string]
    const task = ['Draw', 'Write', 'Check'][index % 3]
    const times = [start.slice(0, 10), start.slice(11, 19), end.slice(0, 10), end.slice(11, 19), '00:15:00']
    const tags = index % 4 === 0 ? '"deep, quiet"' : ''
    return [
      'Bench',
      'bench@example.org',
      `Client ${index % 5}`,
      `Project ${index % 10}`,
      task,
      `Note ${index}`,
      'No',
      ...times,
      tags,
    ].join(',')
  })
  const headings =
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags'
  return Buffer.from([headings, ...lines].join('\r\n'))
}

/** The same rows, known beforehand, by prepared statements in one transaction. */
async function byHand(url: string, dataDir: string, name: string) {
  const { id: userId, token, project } = await openAccount(url, name)
  const { id: task } = await post<{ id: string }>(`${url}/api/tasks`, { name: 'Draw', project }, token)
  const rows = Array.from({ length: ENTRIES }, (_, index) => ({
    id: randomUUID(),
    start: FIRST + index * STEP_MS,
    notes: `Note ${index}`,
  }))
  const tags: string[] = []
  for (const tag of ['deep', 'quiet'])
    tags.push((await post<{ id: string }>(`${url}/api/tags`, { name: tag }, token)).id)
  const db = databaseIn(dataDir)
  db.exec('pragma foreign_keys = on; pragma cache_size = -32000; pragma synchronous = full')
  const took = await timed(async () => {
    const entry = db.prepare(
      `insert into time_entries
         (user_id, id, created_at, updated_at, project_id, task_id, started_at, ended_at, duration_ms, notes, import_id)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const segment = db.prepare(
      `insert into time_entry_segments (user_id, entry_id, started_at, ended_at) values (?, ?, ?, ?)`,
    )
    const entryTag = db.prepare(`insert into time_entry_tags (user_id, entry_id, tag_id) values (?, ?, ?)`)
    db.exec('begin immediate')
    for (const [index, { id, start, notes }] of rows.entries()) {
      entry.run(userId, id, FIRST, FIRST, project, task, start, start + LENGTH_MS, LENGTH_MS, notes, 'import')
      segment.run(userId, id, start, start + LENGTH_MS)
      if (index % 4 === 0) for (const tag of tags) entryTag.run(userId, id, tag)
    }
    db.exec('commit')
  })
  db.close()
  return took
}

async function byImport(url: string, file: Buffer, name: string) {
  const { token } = await openAccount(url, name)
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${token}` }
  return timed(async () => {
    const reply = await fetch(`${url}/api/imports?zone=Europe/Madrid`, {
      method: 'POST',
      headers,
      body: new Uint8Array(file),
    })
    const { data } = (await reply.json()) as { data?: { created: number } }
    if (data?.created !== ENTRIES) throw new Error(`the import was answered ${reply.status}: ${JSON.stringify(data)}`)
  })
}
