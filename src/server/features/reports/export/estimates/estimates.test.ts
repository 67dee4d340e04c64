import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { readPdfPages, testExports } from '#server/testing/test-exports.ts'

/** Two tasks with estimates, of which one took more, and a goal of two hours on work days. */
async function annsEstimates() {
  const parts = await testExports()
  const { make, track, clock, ann } = parts
  clock.now = Date.parse('2026-03-30T10:00Z')
  const client = await make('/clients', { name: 'Acme' })
  const project = await make('/projects', { name: 'Atlas', client })
  const cover = await make('/tasks', { name: '=Cover', project, estimate: { unit: 'minutes', amount: 90 } })
  const estimate = { unit: 'sessions', amount: 4 }
  const book = await make('/tasks', { name: 'Book', project, estimate, status: 'completed' })
  await track({ project, task: cover, worked: [['2026-03-02T09:00Z', '2026-03-02T11:00Z']] })
  await track({ project, task: cover, worked: [['2026-02-02T09:00Z', '2026-02-02T10:00Z']] })
  await track({ project, task: book, worked: [['2026-03-03T09:00Z', '2026-03-03T09:25Z']], plannedMs: 25 * MINUTE_MS })
  const [day, rest] = [
    { minutes: 120, sessions: 0 },
    { minutes: 0, sessions: 0 },
  ]
  const days = [day, day, day, day, day, rest, rest]
  await ann.put('/goals', { project: null, from: '2026-03-02', days, week: rest })
  return { ...parts, project, cover, book }
}

test('X13 the CSV of estimates has a line per task, the one that is the farthest over first', async () => {
  const { table, cover, book } = await annsEstimates()
  const days = { 'First day': '2026-03-01', 'Last day': '2026-03-31', 'Time zone': 'Europe/Madrid' }
  const atlas = { Client: 'Acme', Project: 'Atlas' }
  // prettier-ignore
  expect(await table('estimates')).toEqual([
    { ...atlas, Task: "'=Cover", Completed: 'no', Unit: 'hours', Estimate: '1.5', Actual: '3', Difference: '1.5',
      'Hours in period': '2', 'Sessions in period': '0', ...days, 'Task id': cover },
    { ...atlas, Task: 'Book', Completed: 'yes', Unit: 'sessions', Estimate: '4', Actual: '1', Difference: '-3',
      'Hours in period': '0.4167', 'Sessions in period': '1', ...days, 'Task id': book },
  ])
  expect(await table('estimates', { to: '2026-03-02' })).toHaveLength(1)
})

test('X13 Excel, PDF and JSON have the estimates and the goal of the report', async () => {
  const { download, cover } = await annsEstimates()
  const workbook = await download('xlsx')
  expect((await readSheet(workbook, 'Estimates')).map((row) => row.slice(2))).toEqual([
    // prettier-ignore
    ['Task', 'Completed', 'Unit', 'Estimate', 'Actual', 'Difference', 'Hours, In these days', 'Sessions, In these days'],
    ['=Cover', null, 'Hours', 1.5, 3, 1.5, 2, 0],
    ['Book', 'Yes', 'Sessions', 4, 1, -3, 25 / 60, 1],
  ])
  const summary = await readSheet(workbook, 1)
  expect(summary.map((row) => row.slice(0, 2))).toContainEqual(['Goal', 'days met: 1 of 20'])

  const text = (await readPdfPages(await download('pdf'))).join('\n').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Goal days met: 1 of 20')
  expect(text).toContain('Estimated against actual: 1 of 2 within')
  expect(text).toMatch(/Book 4 sessions 1 session −3 sessions 0:25:00/)
  expect(text).toMatch(/=Cover 1:30:00 3:00:00 \+1:30:00 2:00:00/)

  const { goals, estimates } = JSON.parse((await download('json')).toString())
  expect(goals.days).toHaveLength(29)
  expect(goals.days[0]).toMatchObject({ day: '2026-03-02', milliseconds: 2 * HOUR_MS, target: { minutes: 120 } })
  expect(estimates[0]).toMatchObject({ task: '=Cover', taskId: cover, project: 'Atlas', client: 'Acme' })
  expect(estimates[0].comparison).toMatchObject({ estimated: 1.5 * HOUR_MS, difference: 1.5 * HOUR_MS })
})

test('X13 a report with a part of the work has no goal, and one without estimates neither sheet nor table of them', async () => {
  const { download, project } = await annsEstimates()
  const filtered = await readSheet(await download('xlsx', { kinds: 'focus' }), 1)
  expect(JSON.stringify(filtered)).not.toContain('Goal')
  expect(JSON.parse((await download('json', { rounding: 'up' })).toString()).goals).toBeNull()
  expect(JSON.parse((await download('json', { projects: project })).toString()).goals).toBeNull()
  const empty = { from: '2026-04-01', to: '2026-04-10' }
  await expect(readSheet(await download('xlsx', empty), 'Estimates')).rejects.toThrow()
  expect((await readPdfPages(await download('pdf', empty))).join(' ')).not.toContain('Estimated')
})

test.each([
  ['es', 'Estimaciones', 'Objetivo', 'días cumplidos: 1 de 20'],
  ['tr', 'Tahminler', 'Hedef', 'ulaşılan gün: 1/20'],
])('X13 estimates and goals are exported in the language of the user: %s', async (language, name, goal, count) => {
  const { ann, download } = await annsEstimates()
  await ann.put('/users/profile', { preferredLanguage: language })
  const workbook = await download('xlsx')
  expect(await readSheet(workbook, name)).toHaveLength(3)
  expect((await readSheet(workbook, 1)).map((row) => row.slice(0, 2))).toContainEqual([goal, count])
})
