import { connect } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { idOf } from '../bench/support/site.ts'
import { MINUTE_MS } from '../src/core/time/units.ts'
import { atMost, type Criterion, inTime, longest, p99 } from './support/criteria.ts'
import { measureTime } from './support/nodes.ts'
import { readPeakMb, readResidentMb, resetPeak, type Site, withEachEngine } from './support/site.ts'
import { warmUp } from './support/traffic.ts'

const ENTRIES = 100_000
const YEARS = { from: Date.UTC(2016), to: Date.UTC(2026) }
const FORMATS = ['csv', 'toggl', 'clockify', 'xlsx', 'json']
const MAX_LIST_MS = 200
const MAX_REPORT_MS = 1_000
const MAX_MORE_MB = 50
const DAYS = 'from=2016-01-01&to=2025-12-31&zone=Europe/Madrid&group=project'

/** A user with a hundred thousand time entries reads the list, reports of each year and exports of all entries. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async (site) => {
    await writeEntries(site)
    // The warm-up takes the memory that any request needs, which is not counted for exports.
    await warmUp(site)
    const measure = (path: string) => measureTime(() => readReply(site, path))
    const lists: number[] = []
    for (let count = 0; count < (full ? 1_000 : 200); count += 1) {
      const end = new Date(YEARS.from + Math.random() * (YEARS.to - YEARS.from)).toISOString()
      lists.push(await measure(`/time-entries?limit=50${count % 2 === 0 ? '' : `&endDate=${end}`}`))
    }
    const reports: number[] = []
    for (let year = 2016; year < 2026; year += 1)
      reports.push(
        await measure(
          `/reports/summary?from=${year}-01-01&to=${year}-12-31&zone=Europe/Madrid&group=project&subgroup=month`,
        ),
      )
    const exports: Criterion[] = []
    for (const format of FORMATS) exports.push(await measureExport(site, format))
    return [
      inTime(`a page of the list of ${ENTRIES} time entries, p99`, p99(lists), MAX_LIST_MS),
      inTime('a report of a year, the slowest', longest(reports), MAX_REPORT_MS),
      ...exports,
    ]
  })

/** How much more memory the server takes while it exports all entries. */
async function measureExport(site: Site, format: string) {
  const pid = site.server.child.pid!
  const before = readResidentMb(pid)
  resetPeak(pid)
  await readReply(site, `/reports/export?${DAYS}&format=${format}`)
  return atMost(
    `more MB of memory for an export of all entries as ${format}`,
    Math.round(readPeakMb(pid) - before),
    MAX_MORE_MB,
  )
}

/** Reads a whole reply without storing it. */
async function readReply({ url, tokens }: Site, path: string) {
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${tokens[0]}` } })
  if (!reply.ok || reply.body === null) throw new Error(`${path} was answered ${reply.status}`)
  let bytes = 0
  for await (const part of reply.body) bytes += (part as Uint8Array).length
  if (bytes === 0) throw new Error(`${path} had an empty reply`)
}

const BATCH_SIZE = 500

/** Writes entries directly to the database. */
async function writeEntries({ dataLocation }: Site) {
  const { db, close } = connect(dataLocation)
  const [user_id, step] = [idOf('user', 0), (YEARS.to - YEARS.from) / ENTRIES]
  for (let from = 0; from < ENTRIES; from += BATCH_SIZE) {
    const entries = Array.from({ length: BATCH_SIZE }, (_, index) => {
      const started_at = Math.floor(YEARS.from + (from + index) * step)
      return { id: newId(started_at), started_at, ended_at: started_at + 25 * MINUTE_MS }
    })
    await db.transaction().execute(async (db) => {
      await db
        .insertInto('time_entries')
        .values(
          entries.map(({ id, started_at, ended_at }, index) => ({
            user_id,
            id,
            project_id: idOf('project', 0, index % 5),
            started_at,
            ended_at,
            duration_ms: 25 * MINUTE_MS,
            notes: `What was done in session ${from + index}`,
            created_at: ended_at,
            updated_at: ended_at,
          })),
        )
        .execute()
      await db
        .insertInto('time_entry_segments')
        .values(entries.map(({ id, started_at, ended_at }) => ({ user_id, entry_id: id, started_at, ended_at })))
        .execute()
    })
  }
  await close()
}
