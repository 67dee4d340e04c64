import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { isPostgres } from '#server/db/engine-sql.ts'
import { testApp } from '#server/testing/test-app.ts'

const MIDNIGHT = Date.parse('2026-03-02T00:00Z')
const MARCH = 'from=2026-03-01&to=2026-03-31&zone=UTC'

interface ManyEntries {
  count: number
  startAt: number
  stepMs: number
  lengthMs: number
}

async function annWithMany(many: ManyEntries) {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  await insertMany(db, ann.user.id, project, many)
  return ann
}

async function insertMany(db: Db, userId: string, project: string, { count, startAt, stepMs, lengthMs }: ManyEntries) {
  const id = isPostgres(db) ? sql`'entry-' || n::text` : sql`'entry-' || n`
  const start = sql`cast(${sql.lit(startAt)} as bigint) + n * cast(${sql.lit(stepMs)} as bigint)`
  await sql`
    insert into time_entries
      (user_id, id, project_id, started_at, ended_at, duration_ms, notes, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.lit(userId)}, ${id}, ${sql.lit(project)}, ${start}, ${start} + ${sql.lit(lengthMs)}, ${sql.lit(lengthMs)},
      '', 0, 0 from numbers`.execute(db)
  await sql`
    insert into time_entry_segments (user_id, entry_id, started_at, ended_at)
    select user_id, id, started_at, ended_at from time_entries where user_id = ${userId}`.execute(db)
}

test('U36 thousands of entries over the same midnight are split exactly', async () => {
  const count = 5_200
  const ann = await annWithMany({ count, startAt: MIDNIGHT - 30 * MINUTE_MS, stepMs: 0, lengthMs: HOUR_MS })
  const { data } = (await ann.get(`/reports/summary?group=day&${MARCH}`)).json()
  expect(data.total).toMatchObject({ entries: count, milliseconds: count * HOUR_MS })
  const half = (count * HOUR_MS) / 2
  expect(data.lines).toEqual([
    { key: '2026-03-01', milliseconds: half, entries: count, lines: [] },
    { key: '2026-03-02', milliseconds: half, entries: count, lines: [] },
  ])
  const later = (await ann.get('/reports/summary?group=project&from=2026-03-02&to=2026-03-02&zone=UTC')).json().data
  expect(later.total).toMatchObject({ entries: count, milliseconds: half })
})

test('U36 hundreds of long entries are split exactly, by the day and by the hour of the week', async () => {
  const count = 700
  const ann = await annWithMany({ count, startAt: MIDNIGHT - 6 * HOUR_MS, stepMs: 1, lengthMs: 12 * HOUR_MS })
  const { data } = (await ann.get(`/reports/summary?group=day&${MARCH}`)).json()
  expect(data.total).toMatchObject({ entries: count, milliseconds: count * 12 * HOUR_MS })
  const rhythm = (await ann.get(`/reports/rhythm?${MARCH}`)).json().data as number[][]
  expect(rhythm.flat().reduce((sum, time) => sum + time, 0)).toBe(count * 12 * HOUR_MS)
  expect(rhythm[0]![2]).toBe(count * HOUR_MS)
  expect(rhythm[6]![20]).toBe(count * HOUR_MS)
})

test('U36 a report with thousands of lines is written in parts, and complete', async () => {
  const days = 1_500
  const ann = await annWithMany({ count: days, startAt: MIDNIGHT - days * DAY_MS, stepMs: DAY_MS, lengthMs: HOUR_MS })
  const years = 'from=2020-01-01&to=2026-12-31&zone=UTC'
  const summary = (await ann.get(`/reports/summary?group=day&subgroup=project&${years}`)).json()
  expect(summary.ok).toBe(true)
  expect(summary.data.total).toMatchObject({ entries: days, milliseconds: days * HOUR_MS })
  expect(summary.data.lines).toHaveLength(days)
  const series = (await ann.get(`/reports/series?step=day&group=project&${years}`)).json().data
  expect(series).toHaveLength(2_557)
  expect(series.filter(({ milliseconds }: { milliseconds: number }) => milliseconds > 0)).toHaveLength(days)
})

test('U36 a report of very many hours is refused with a sentence in the user’s language', async () => {
  const lengthMs = 999 * HOUR_MS
  const ann = await annWithMany({ count: 650, startAt: MIDNIGHT - 40 * DAY_MS, stepMs: 1, lengthMs })
  for (const path of [`summary?group=hour&subgroup=task&`, 'rhythm?']) {
    const reply = await ann.get(`/reports/${path}from=2026-01-01&to=2026-12-31&zone=UTC`)
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({
      code: 'too-large',
      message: 'This report is too large. Please choose a shorter period or another grouping.',
    })
  }
})
