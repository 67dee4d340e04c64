import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServer } from '../e2e/support/server.ts'
import { measureTime, median, openDatabase, post, registerAccount } from './support/account.ts'
import { measureWaitDuring } from './support/probe.ts'

const ENTRIES = 100_000
const ROUNDS = 5
const LARGE_ROUNDS = 3
const TIME_BAR = 4
const WAIT_BAR_MS = 50
const WAIT_BAR = 3
const IDLE_MS = 5_000
const PART_BYTES = 1024 * 1024
/** Makes a file of some 45 MB. */
const LONG_NOTE = 'what was done, with whom and why; '.repeat(10)
const STEP_MS = 20 * 60_000
const LENGTH_MS = 15 * 60_000
const FIRST_START_MS = Date.parse('2022-01-03T06:00:00Z')

/** Importing a large file, compared with bare inserts of its rows, and how long other users wait meanwhile. */
export async function measure() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-import-'))
  const server = await startServer({ DATA_DIR })
  try {
    const file = createCsv()
    const isQuick = await compareWithInserts(server.url, DATA_DIR, file)
    const isFair = await measureWaitOfOthers(server.url, file)
    return (await measureLargeFile(server.url, createCsv(LONG_NOTE))) && isFair && isQuick
  } finally {
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function compareWithInserts(url: string, dataDir: string, file: Buffer) {
  const [plain, ours]: [number[], number[]] = [[], []]
  const turn = [
    async (round: number) => void plain.push(await insertRows(url, dataDir, `plain-${round}`)),
    async (round: number) => void ours.push(await importFile(url, file, `ours-${round}`)),
  ]
  for (let round = 0; round < ROUNDS; round += 1)
    for (const run of round % 2 === 0 ? turn : turn.toReversed()) await run(round)
  const ratio = median(ours) / median(plain)
  console.log(
    `import: ${ratio.toFixed(2)} × the bare inserts (bar ${TIME_BAR}), ${median(ours).toFixed(0)} ms to ${median(plain).toFixed(0)} ms, ${ENTRIES} rows of ${(file.length / 1e6).toFixed(1)} MB`,
  )
  return ratio <= TIME_BAR
}

/** How long another user waits while the file is imported. */
async function measureWaitOfOthers(url: string, file: Buffer) {
  const { token } = await registerAccount(url, 'other')
  const { p99, longest } = await measureWaitDuring({ url, token }, () => importFile(url, file, 'crowded'))
  console.log(
    `import crowd: ${p99.toFixed(0)} ms p99 wait of others (bar ${WAIT_BAR_MS}), longest ${longest.toFixed(0)} ms`,
  )
  return p99 <= WAIT_BAR_MS
}

/** How long another user waits on an idle server, and while a large file is sent in parts, previewed and imported. */
async function measureLargeFile(url: string, file: Buffer) {
  const other = { url, token: (await registerAccount(url, 'beside')).token }
  const found = new Map<string, { idle: number; wait: number; took: number }[]>()
  for (let round = 0; round < LARGE_ROUNDS; round += 1) {
    const { token } = await registerAccount(url, `large-${round}`)
    let id = ''
    const steps = {
      sending: async () => void (id = await sendInParts(url, token, file)),
      preview: () => callImport(`${url}/api/imports/preview`, token, id),
      import: () => callImport(`${url}/api/imports`, token, id),
    }
    for (const [name, step] of Object.entries(steps)) {
      const idle = await measureWaitDuring(other, () => setTimeout(IDLE_MS))
      let took = 0
      const wait = await measureWaitDuring(other, async () => void (took = await measureTime(step)))
      found.set(name, [...(found.get(name) ?? []), { idle: idle.p99, wait: wait.p99, took }])
    }
  }
  const ratios = [...found].map(([name, rounds]) => {
    const medianOf = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    const ratio = medianOf(({ wait, idle }) => wait / idle)
    console.log(
      `import large ${name}: p99 wait of others ${ratio.toFixed(2)} × that of an idle server (bar ${WAIT_BAR}), ${medianOf(({ wait }) => wait).toFixed(1)} to ${medianOf(({ idle }) => idle).toFixed(1)} ms, ${(file.length / 1e6).toFixed(0)} MB in ${(medianOf(({ took }) => took) / 1_000).toFixed(1)} s`,
    )
    return ratio
  })
  return Math.max(...ratios) <= WAIT_BAR
}

async function sendInParts(url: string, token: string, file: Buffer) {
  const { id } = await post<{ id: string }>(`${url}/api/uploads`, { fileName: 'large.csv', bytes: file.length }, token)
  for (let number = 0; number * PART_BYTES < file.length; number += 1) {
    const body = new Uint8Array(file.subarray(number * PART_BYTES, (number + 1) * PART_BYTES))
    const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/uploads/${id}/parts/${number}`, { method: 'PUT', headers, body })
    if (!reply.ok) throw new Error(`part ${number} was answered ${reply.status}`)
  }
  return id
}

async function callImport(address: string, token: string, upload: string) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${address}?zone=Europe/Madrid&upload=${upload}`, { method: 'POST', headers })
  if (!reply.ok) throw new Error(`${address} was answered ${reply.status}: ${await reply.text()}`)
}

/** A file in Toggl's format: thirty tasks in ten projects, every entry with a note and a quarter with tags. */
function createCsv(note = '') {
  const lines = Array.from({ length: ENTRIES }, (_, index) => {
    const [start, end] = [FIRST_START_MS + index * STEP_MS, FIRST_START_MS + index * STEP_MS + LENGTH_MS].map((at) =>
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
      `${note}Note ${index}`,
      'No',
      ...times,
      tags,
    ].join(',')
  })
  const headings =
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags'
  return Buffer.from([headings, ...lines].join('\r\n'))
}

/** Inserts the same rows by prepared statements in one transaction. */
async function insertRows(url: string, dataDir: string, name: string) {
  const { id: userId, token, project } = await registerAccount(url, name)
  const { id: task } = await post<{ id: string }>(`${url}/api/tasks`, { name: 'Draw', project }, token)
  const rows = Array.from({ length: ENTRIES }, (_, index) => ({
    id: randomUUID(),
    start: FIRST_START_MS + index * STEP_MS,
    notes: `Note ${index}`,
  }))
  const tags: string[] = []
  for (const tag of ['deep', 'quiet'])
    tags.push((await post<{ id: string }>(`${url}/api/tags`, { name: tag }, token)).id)
  const db = openDatabase(dataDir)
  db.exec('pragma foreign_keys = on; pragma cache_size = -32000; pragma synchronous = full')
  const took = await measureTime(async () => {
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
      entry.run(
        userId,
        id,
        FIRST_START_MS,
        FIRST_START_MS,
        project,
        task,
        start,
        start + LENGTH_MS,
        LENGTH_MS,
        notes,
        'import',
      )
      segment.run(userId, id, start, start + LENGTH_MS)
      if (index % 4 === 0) for (const tag of tags) entryTag.run(userId, id, tag)
    }
    db.exec('commit')
  })
  db.close()
  return took
}

async function importFile(url: string, file: Buffer, name: string) {
  const { token } = await registerAccount(url, name)
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${token}` }
  return measureTime(async () => {
    const reply = await fetch(`${url}/api/imports?zone=Europe/Madrid`, {
      method: 'POST',
      headers,
      body: new Uint8Array(file),
    })
    const { data } = (await reply.json()) as { data?: { created: number } }
    if (data?.created !== ENTRIES) throw new Error(`the import was answered ${reply.status}: ${JSON.stringify(data)}`)
  })
}
