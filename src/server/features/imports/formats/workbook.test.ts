import { expect, test } from 'vitest'
import { workbookOf } from '#server/testing/test-workbooks.ts'
import { testImports } from '#server/testing/test-imports.ts'

const text = (value: string) => `<x:c t="inlineStr"><x:is><x:t>${value}</x:t></x:is></x:c>`
const number = (value: number, style: number) => `<x:c s="${style}"><x:v>${value}</x:v></x:c>`
const row = (...cells: string[]) => `<x:row>${cells.join('')}</x:row>`
const headings = (...names: string[]) => row(...names.map(text))

const FORMATS = ['General', 'yyyy\\-mm\\-dd', 'yyyy-mm-dd hh:mm', '[h]:mm:ss', 'h:mm']
const [GENERAL, DATE, MOMENT, DURATION, TIME] = [0, 1, 2, 3, 4]
const DAY = 46_085

const seen = async (file: Buffer) => {
  const { preview, clock } = await testImports()
  clock.now = Date.UTC(2026, 2, 10)
  return preview(file, 'zone=Europe/Madrid&long=keep')
}

test('M53 the sheet with the time entries is read, below its titles, and rows have their numbers', async () => {
  const summary = headings('Project', 'Total') + row(text('Web'), number(1.5, GENERAL))
  const entries =
    row(text('Report of March')) +
    `<x:row r="4">${['Start', 'End', 'Project', 'Notes'].map(text).join('')}</x:row>` +
    row(number(DAY + 0.375, MOMENT), number(DAY + 0.4375, MOMENT), text('Web'), text('A &lt;b&gt; &#x1F600;_x000D_')) +
    row() +
    `<x:row r="9">${number(DAY + 0.5, MOMENT)}${text('later')}${text('Web')}</x:row>`
  const preview = await seen(
    await workbookOf(
      [
        { name: 'Summary', rows: summary },
        { name: 'Entries', rows: entries },
      ],
      { formats: FORMATS },
    ),
  )
  expect(preview).toMatchObject({ format: 'other', encoding: null, delimiter: null, counts: { new: 1, invalid: 1 } })
  expect(preview.entries).toMatchObject([
    { line: 5, startTime: '2026-03-04T08:00:00.000Z', endTime: '2026-03-04T09:30:00.000Z', notes: 'A <b> \u{1F600}\r' },
  ])
  expect(preview.problems.first).toMatchObject([{ line: 9, column: 1, kind: 'bad-date', value: 'later' }])
})

// prettier-ignore
test.each<[what: string, is1904: boolean, cells: string[], start: string, duration: number]>([
  ['a date and a time',            false, [number(DAY, DATE), number(0.375, TIME), number(0.4375, TIME), text('')],     '2026-03-04T08:00:00.000Z', 90],
  ['a date counted from 1904',     true,  [number(44_623, DATE), number(0.375, TIME), number(0.4375, TIME), text('')],  '2026-03-04T08:00:00.000Z', 90],
  ['a date that hides its time',   false, [number(DAY + 0.375, DATE), text(''), text(''), number(0.0625, DURATION)],     '2026-03-04T08:00:00.000Z', 90],
  ['a duration of more than a day', false, [number(DAY + 0.375, DATE), text(''), text(''), number(1.125, DURATION)],     '2026-03-04T08:00:00.000Z', 27 * 60],
  ['a date as text',               false, [text('2026-03-04'), text('09:00'), text('10:30'), text('')],                  '2026-03-04T08:00:00.000Z', 90],
])('M53 %s', async (_, is1904, cells, start, duration) => {
  const rows = headings('Date', 'From', 'To', 'Duration') + row(...cells)
  const preview = await seen(await workbookOf([{ name: 'Times', rows }], { formats: FORMATS, is1904 }))
  expect(preview.problems.first).toEqual([])
  expect(preview.entries).toMatchObject([{ startTime: start, duration: duration * 60_000 }])
})

test('M53 texts may be shared, formatted in parts, and have readings; errors of formulas are empty', async () => {
  const texts =
    '<si><t>Start</t></si><si><t>End</t></si><si><r><rPr/><t>Pro</t></r><r><t xml:space="preserve">ject</t></r></si>' +
    '<si><t>提案</t><rPh sb="0" eb="2"><t>テイアン</t></rPh></si><si><t>Notes</t></si>'
  const shared = (index: number) => `<x:c t="s"><x:v>${index}</x:v></x:c>`
  const rows =
    row(shared(0), shared(1), shared(2), shared(4)) +
    row(
      number(DAY + 0.375, MOMENT),
      '<x:c r="B2" t="str"><x:f>A2+1</x:f><x:v>2026-03-04 10:30</x:v></x:c>',
      shared(3),
      '<x:c t="e"><x:v>#REF!</x:v></x:c>',
    )
  const preview = await seen(await workbookOf([{ name: 'Times', rows }], { formats: FORMATS, texts }))
  expect(preview.entries).toMatchObject([{ project: '提案', notes: '', duration: 5_400_000 }])
})

test('M53 sheets with the same headings are one table, and a workbook without time entries shows its first sheet', async () => {
  const sheet = (day: number) => ({
    name: `Month ${day}`,
    rows: headings('Start', 'End') + row(number(day + 0.375, MOMENT), number(day + 0.5, MOMENT)),
  })
  expect(await seen(await workbookOf([sheet(DAY), sheet(DAY + 1)], { formats: FORMATS }))).toMatchObject({
    counts: { new: 2 },
  })
  const other = headings('Wann', 'Was') + row(number(DAY, DATE), text('Web'))
  expect(await seen(await workbookOf([{ name: 'Any', rows: other }], { formats: FORMATS }))).toMatchObject({
    missing: ['start', 'end'],
    columns: [
      { heading: 'Wann', field: null, sample: '2026-03-04' },
      { heading: 'Was', field: null, sample: 'Web' },
    ],
  })
})
