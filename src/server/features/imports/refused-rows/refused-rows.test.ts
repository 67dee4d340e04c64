import { expect, test } from 'vitest'
import { testImports } from '#server/testing/test-imports.ts'

const HEADINGS = 'Start,End,Project,Notes'
const GOOD = '2025-04-03 10:00,2025-04-03 11:00,Web,"fine, ""really"""'
const REFUSED = [
  '2025-02-30 10:00,2025-04-03 11:00,Web,"two\nlines"',
  '2025-04-03 10:00,2025-04-03 09:00,Web,=1+2',
  ',,Web',
]

test('M35 every row that is not imported can be downloaded, as it is in the file, with its line and the reasons', async () => {
  const { app, ann, requestImport } = await testImports()
  const payload = [HEADINGS, GOOD, ...REFUSED].join('\n')
  const download = (headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/imports/problems?zone=UTC',
      payload,
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'text/csv', ...headers },
    })
  const reply = await download()
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(reply.headers['content-disposition']).toBe('attachment; filename="refused-rows.csv"')
  expect(reply.body).toBe(
    [
      '\uFEFF"Start","End","Project","Notes","Line","Reason"',
      '"2025-02-30 10:00","2025-04-03 11:00","Web","two\nlines","3","Start: This is not a date."',
      `"2025-04-03 10:00","2025-04-03 09:00","Web","'=1+2","5","The end is before the start."`,
      '"","","Web","","6","There is no date."',
      '',
    ].join('\r\n'),
  )
  expect((await download({ 'accept-language': 'tr' })).body).toContain('Bitiş, başlangıçtan önce.')
  expect((await download({ 'accept-language': 'es' })).body).toContain('El fin es anterior al inicio.')

  const mended = reply.body
    .replace('2025-02-30', '2025-04-02')
    .replace('"2025-04-03 09:00"', '"2025-04-03 12:00"')
    .replace('"",""', '"2025-04-04 10:00","2025-04-04 11:00"')
    .replace('2025-04-03 11:00', '2025-04-02 11:00')
  expect((await requestImport(mended, 'zone=UTC')).json().data).toMatchObject({ created: 3, invalid: 0 })
})

test('M35 the download of a file without problems has its headings only, and one of a file that is no table is refused', async () => {
  const { send } = await testImports()
  const reply = await send('/imports/problems?zone=UTC', [HEADINGS, GOOD].join('\n'))
  expect(reply.body).toBe('\uFEFF"Start","End","Project","Notes","Line","Reason"\r\n')
  expect((await send('/imports/problems?zone=UTC', 'Project,Notes\nWeb,x')).statusCode).toBe(400)
  expect((await send('/imports/problems?zone=UTC', '')).statusCode).toBe(400)
})

test('M35 many rows are downloaded completely', async () => {
  const { send } = await testImports()
  const rows = Array.from({ length: 20_000 }, (_, index) => `never,2025-04-03 11:00,Web,${'x'.repeat(100)} ${index}`)
  const { body } = await send('/imports/problems?zone=UTC', [HEADINGS, ...rows].join('\n'))
  expect(body.split('\r\n')).toHaveLength(20_002)
  expect(body).toContain('19999","20001","Start: This is not a date."')
})
