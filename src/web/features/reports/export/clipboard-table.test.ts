import { expect, test, vi } from 'vitest'
import type { Summary } from '#contract/reports.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { copyTable, toHtml, toTable, toTabSeparatedText } from './clipboard-table.ts'

const summary: Summary = {
  total: { milliseconds: 2.5 * HOUR_MS, entries: 3, completed: 0, cutShort: 0, longestMilliseconds: HOUR_MS },
  lines: [
    {
      key: 'a',
      milliseconds: 1.5 * HOUR_MS,
      entries: 2,
      lines: [{ key: 't', milliseconds: 1.5 * HOUR_MS, entries: 2 }],
    },
    { key: null, milliseconds: HOUR_MS, entries: 1, lines: [{ key: null, milliseconds: HOUR_MS, entries: 1 }] },
  ],
}
const getGroupLabel = (dimension: string, key: string | null) => ({
  name: key === null ? `no ${dimension}` : `\u00A0=<${key}>\t&`,
})
const headings = { entries: 'Entries', time: 'Time', hours: 'Hours', total: 'Total' }

test('X7 the breakdown is copied as tab-separated text without formulas', () => {
  const rows = toTable(summary, { group: 'project' }, getGroupLabel, { ...headings, names: ['Project'] })
  expect(toTabSeparatedText(rows).split('\n')).toEqual([
    'Project\tEntries\tTime\tHours',
    "' =<a> &\t2\t1:30:00\t1.50",
    'no project\t1\t1:00:00\t1.00',
    'Total\t3\t2:30:00\t2.50',
  ])
})

test('X7 the breakdown is copied as an HTML table with escaped names', () => {
  const names = ['Project', 'Task']
  const rows = toTable(summary, { group: 'project', subgroup: 'task' }, getGroupLabel, { ...headings, names })
  const page = new DOMParser().parseFromString(toHtml(rows), 'text/html')
  const cells = [...page.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['Project', 'Task', 'Entries', 'Time', 'Hours'],
    ['\u00A0=<a>\t&', '\u00A0=<t>\t&', '2', '1:30:00', '1.50'],
    ['no project', 'no task', '1', '1:00:00', '1.00'],
    ['Total', '', '3', '2:30:00', '2.50'],
  ])
})

test('X7 a browser that copies only text copies the breakdown as text', async () => {
  let copied = ''
  Reflect.deleteProperty(window, 'ClipboardItem')
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void (copied = text) } })
  try {
    await copyTable([['Project'], ['Atlas']])
  } finally {
    vi.unstubAllGlobals()
  }
  expect(copied).toBe('Project\nAtlas')
})
