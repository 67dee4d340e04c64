import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { readPdfPages, testExports } from '#server/testing/test-exports.ts'

test('X4 a PDF has the totals and the rounding of the report, and draws every script', async () => {
  const { ann: who, make, address, summary, track } = await testExports()
  const project = await make('/projects', { name: 'İstanbul çığır ñandú' })
  const other = await make('/projects', { name: 'Проект 提案書' })
  for (let day = 1; day <= 28; day++) {
    const date = `2026-03-${String(day).padStart(2, '0')}`
    await track({ project, worked: [[`${date}T09:00Z`, `${date}T09:50Z`]] })
    await track({ project: other, worked: [[`${date}T11:00Z`, `${date}T11:20Z`]] })
  }
  const query = { rounding: 'up', roundingMinutes: '15', roundingPer: 'day', subgroup: 'day' }
  const { total } = await summary(query)
  expect(total.milliseconds).toBe(28 * 90 * MINUTE_MS)
  const reply = await who.get(`/reports/export?${address({ ...query, format: 'pdf' })}`)
  const pages = await readPdfPages(reply.rawPayload)
  const text = pages.join('\n')
  for (const part of ['42:00:00', 'Europe/Madrid', 'Each line of each day up to full 15 min', '1–31 Mar 2026'])
    expect(pages[0]).toContain(part)
  expect(text).toContain('İstanbul çığır ñandú')
  expect(text).toContain('Проект 提案書')
  expect(text.match(/0:30:00|1:00:00/g)!.length).toBeGreaterThanOrEqual(2 * 28)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toMatch(/Share|Notes/)
  }
})

test('X4 a PDF that leaves out entries says so', async () => {
  const { make, download, db, ann: who } = await testExports()
  const project = await make('/projects', { name: 'p' })
  const row = {
    user_id: who.user.id,
    project_id: project,
    duration_ms: 60_000,
    notes: '',
    created_at: 0,
    updated_at: 0,
  }
  const none = { task_id: null, focus_session_key: null, planned_ms: null, zone: null }
  const starts = Array.from({ length: 2_001 }, (_, index) => Date.parse('2026-03-02T00:00Z') + index * MINUTE_MS)
  for (let first = 0; first < starts.length; first += 500) {
    const some = starts.slice(first, first + 500)
    const times = some.map((started_at) => ({ started_at, ended_at: started_at + MINUTE_MS }))
    await db
      .insertInto('time_entries')
      .values(times.map((time) => ({ ...row, ...none, ...time, id: `e${time.started_at}` })))
      .execute()
    await db
      .insertInto('time_entry_segments')
      .values(times.map((time) => ({ user_id: who.user.id, entry_id: `e${time.started_at}`, ...time })))
      .execute()
  }
  const text = (await readPdfPages(await download('pdf'))).join('\n')
  expect(text).toContain('The first 2000 of 2001 lines.')
  expect(text).toContain('33:21:00')
})
