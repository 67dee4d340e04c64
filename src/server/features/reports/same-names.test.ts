import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { readPdfPages, testExports } from '#server/testing/test-exports.ts'

async function withSameNames() {
  const exports = await testExports()
  const { make } = exports
  const acme = await make('/clients', { name: 'Acme' })
  const projects = {
    none: await make('/projects', { name: 'Admin' }),
    acme: await make('/projects', { name: 'admin', client: acme }),
    other: await make('/projects', { name: 'Website', client: acme }),
  }
  for (const [index, project] of Object.values(projects).entries()) {
    const task = await make('/tasks', { name: index < 2 ? 'Mail' : 'Design', project })
    const day = `2026-03-0${index + 1}`
    await make('/time-entries', { project, task, startTime: `${day}T09:00:00Z`, endTime: `${day}T1${index}:00:00Z` })
  }
  return { ...exports, projects }
}

/** The first cells of the rows in the summary of a workbook. */
async function namesInSummary(workbook: Buffer, columns: number) {
  const rows = (await readSheet(workbook, 1)).map((row) => row.slice(0, columns))
  const heading = rows.findIndex(([first]) => first === 'Project' || first === 'Task' || first === 'Client')
  return rows.slice(heading + 1, -1)
}

test('X10 a spreadsheet and a PDF tell projects of the same name apart by client, and tasks by project', async () => {
  const { download, projects } = await withSameNames()
  const expected = {
    project: ['Website', 'admin (Acme)', 'Admin (No client)'],
    task: ['Design', 'Mail (admin (Acme))', 'Mail (Admin (No client))'],
  }
  for (const [group, names] of Object.entries(expected)) {
    expect(await namesInSummary(await download('xlsx', { group }), 1)).toEqual(names.map((name) => [name]))
    const [page] = await readPdfPages(await download('pdf', { group }))
    for (const name of names) expect(page).toContain(name)
  }
  const filtered = await download('xlsx', { projects: `${projects.none},${projects.other}` })
  expect(await readSheet(filtered, 1)).toContainEqual(
    expect.arrayContaining(['Filters', 'Projects: Admin (No client), Website']),
  )
})

test('X10 a line does not repeat the name of its group', async () => {
  const { download } = await withSameNames()
  expect(await namesInSummary(await download('xlsx', { group: 'client', subgroup: 'project' }), 2)).toEqual([
    ['Acme', 'Website'],
    ['Acme', 'admin'],
    ['No client', 'Admin'],
  ])
})

test('X10 groups in JSON have their client, and those of tasks their project', async () => {
  const { download, projects } = await withSameNames()
  const { groups } = JSON.parse((await download('json', { subgroup: 'task' })).toString())
  expect(groups).toMatchObject([
    { key: projects.other, name: 'Website', client: 'Acme', groups: [{ name: 'Design', project: 'Website' }] },
    { key: projects.acme, name: 'admin', client: 'Acme', groups: [{ name: 'Mail', project: 'admin', client: 'Acme' }] },
    { key: projects.none, name: 'Admin', client: '', groups: [{ name: 'Mail', project: 'Admin', client: '' }] },
  ])
})
