import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { reportEstimates } from '#core/tasks/estimate-report.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { readPdfPages, testExports } from '#server/testing/test-exports.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { writePdf } from './pdf.ts'

test('X4 a PDF has the totals and the rounding of the report, and draws every script', async () => {
  const { ann: who, make, address, summary, track } = await testExports()
  const project = await make('/projects', { name: 'İstanbul çığır ñandú' })
  const other = await make('/projects', { name: 'Проект 提案書 🍅' })
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
  expect(text).toContain('Проект 提案書 🍅')
  expect(text.match(/0:30:00|1:00:00/g)!.length).toBeGreaterThanOrEqual(2 * 28)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toMatch(/Share|Notes/)
  }
})

test('X4 a PDF marks an end on the next day as the list of entries does', async () => {
  const { ann: who, make, address, track } = await testExports()
  const project = await make('/projects', { name: 'p' })
  await track({ project, worked: [['2026-03-02T22:30Z', '2026-03-03T01:15Z']] })
  await track({ project, worked: [['2026-03-05T22:00Z', '2026-03-05T22:30Z']] })
  const reply = await who.get(`/reports/export?${address({ format: 'pdf' })}`)
  const text = (await readPdfPages(reply.rawPayload)).join(' ')
  expect(text).toMatch(/23:30\s+02:15 \+1/)
  expect(text).toMatch(/23:00\s+23:30(?! \+)/)
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

interface StructureNode {
  role?: string
  alt?: string
  type?: string
  children?: StructureNode[]
}

/** Roles with their children; cells and paragraphs are left out if they are empty. */
const outline = ({ role, children = [] }: StructureNode): unknown =>
  children.some((child) => child.role !== undefined) ? { [role!]: children.map(outline) } : role

test('X11 screen readers find headings, the chart in words and tables with header cells', async () => {
  const { make, track, download } = await testExports()
  const project = await make('/projects', { name: 'שלום Acme' })
  await track({ project, worked: [['2026-03-02T09:00Z', '2026-03-02T10:30Z']] })
  const document = await getDocumentProxy(new Uint8Array(await download('pdf')))
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  expect((await document.getMetadata()).info).toMatchObject({ Language: 'en', Title: 'Time report 1–31 Mar 2026' })
  const tree = (await (await document.getPage(1)).getStructTree()) as StructureNode
  const row = (first: string, cells: number) => ({ TR: [first, ...Array<string>(cells - 1).fill('TD')] })
  const headings = (cells: number) => ({ THead: [{ TR: Array<string>(cells).fill('TH') }] })
  expect(outline(tree)).toEqual({
    Root: [
      {
        Document: [
          'H1',
          ...Array<string>(9).fill('P'),
          'Figure',
          'H2',
          { Table: [headings(5), { TBody: [row('TH', 5), row('TH', 5)] }] },
          'H2',
          { Table: [headings(6), { TBody: [row('TD', 6)] }] },
        ],
      },
    ],
  })
  const figure = tree.children![0]!.children!.find(({ role }) => role === 'Figure')
  expect(figure!.alt).toBe('Time per day: 2 Mar 1:30:00')
})

const total = { milliseconds: 1, entries: 7, completed: 0, cutShort: 0, longestMilliseconds: 0 }

const START = Date.parse('2026-03-02T09:00Z')
const ENTRY: ExportedEntry = {
  id: 'entry',
  start: START,
  end: START + 1,
  segments: [[START, START + 1]],
  worked: 1,
  milliseconds: 1,
  projectId: 'project',
  clientId: null,
  taskId: null,
  tagIds: [],
  project: 'Website',
  client: '',
  task: '',
  tags: [],
  notes: 'a note',
  kind: 'manual',
}

/** A report of this many groups. With sublines, each group has one to four of them. */
function reportOf(groups: number, hasSublines: boolean): ExportedReport {
  const rounding = { rounding: 'off', roundingMinutes: 15, roundingPer: 'entry' } as const
  const days = { from: '2026-03-01', to: '2026-03-31', zone: 'UTC', weekStart: 1, tagMatch: 'any' } as const
  const lineOf = (key: string) => ({ key, milliseconds: 60_000, entries: 1 })
  const lines = Array.from({ length: groups }, (_, group) => ({
    ...lineOf(`group ${group}`),
    lines: Array.from({ length: hasSublines ? 1 + ((group + groups) % 4) : 0 }, (_, line) =>
      lineOf(`line ${group}.${line}`),
    ),
  }))
  const names = { nameOrEmpty: () => '', clientOf: () => null, projectOf: () => null }
  return {
    query: {
      ...days,
      ...rounding,
      group: 'project',
      ...(hasSublines && { subgroup: 'task' as const }),
      format: 'pdf',
    },
    language: 'en',
    user: { name: 'Ann', email: 'ann@example.org' },
    names: { ...names, lineName: (_, key) => key!, plainLineName: (_, key) => key!, describeFilters: async () => [] },
    pages: Readable.from([[ENTRY]]),
    readSummary: async () => ({ total, lines }),
    readEstimates: async () => reportEstimates([], (_dimension, id) => id),
    readGoals: async () => undefined,
    readTimeByStep: async () => [],
  }
}

test.each([
  ['lines', false, 20],
  ['lines below groups', true, 6],
])('X12 no page begins with the total or ends with a group, in a report of %s', async (_, hasSublines, first) => {
  for (let groups = first; groups < first + 16; groups++) {
    const pages = await readPdfPages(await buffer(Readable.from(writePdf(reportOf(groups, hasSublines)))))
    for (const page of pages) {
      const names = page.match(/group \d+|line \d+\.\d+|Total(?= 100)/g) ?? []
      expect(names[0], `${groups} groups`).not.toBe('Total')
      if (page.includes('Notes')) expect(page, `${groups} groups`).toContain('a note')
      if (hasSublines) expect(names.at(-1) ?? '', `${groups} groups`).not.toMatch(/^group/)
    }
  }
})
