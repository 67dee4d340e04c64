import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { workbookOf, zipOf } from '#server/testing/test-workbooks.ts'
import { testImports, toUpload } from '#server/testing/test-imports.ts'
import { detectTextFormat } from '../decode-text.ts'
import { convertFile } from './convert-file.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../core/import/formats/fixtures/${name}`, import.meta.url))

/** The fixtures have entries of the first days of March. */
async function importsInMarch() {
  const imports = await testImports()
  imports.clock.now = Date.UTC(2026, 2, 10)
  return imports
}

const MIB = 1024 * 1024

/** An archive whose only file is packed by hand, with the sizes and flags that a test wants. */
function packedZip(content: Buffer, { name = 'xl/workbook.xml', flags = 0, method = 8, declaredBytes = 10 } = {}) {
  const packed = method === 8 ? deflateRawSync(content) : content
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x0403_4b50, 0)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(declaredBytes, 24)
  entry.writeUInt16LE(name.length, 28)
  const files = Buffer.concat([local, Buffer.from(name), packed])
  const directory = Buffer.concat([entry, Buffer.from(name)])
  return Buffer.concat([files, directory, endOfZip(1, directory.length, files.length)])
}

function endOfZip(count: number, length: number, at: number) {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return end
}

const SHEET = [{ name: 'Times', rows: '<row><c t="inlineStr"><is><t>Start</t></is></c></row>' }]
const DTD = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>'
const manyFiles = () => zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, ''])))

// prettier-ignore
test.each<[what: string, file: () => Buffer | Promise<Buffer>, message: string]>([
  ['JSON of an unknown product',        () => Buffer.from('{"hello": [1, 2]}'),                  'importUnknownJson'],
  ['JSON that breaks off',              () => Buffer.from('[{"start": "20260304T090000Z"'),       'importDamaged'],
  ['JSON with keys of objects',         () => Buffer.from('{"__proto__": {"records": []}, "constructor": {"buckets": {}}}'), 'importUnknownJson'],
  ['deep JSON',                         () => Buffer.from('['.repeat(MIB)),                       'importTooComplex'],
  ['JSON of millions of lists',         () => Buffer.from(`[${'[],'.repeat(7_000_000)}[]]`),      'importTooComplex'],
  ['a ZIP that unpacks to more than its list says', () => packedZip(Buffer.alloc(16 * MIB)),                  'importDamaged'],
  ['a ZIP of too many bytes',           () => packedZip(Buffer.from('x'), { declaredBytes: 257 * MIB }), 'importUnpackedTooLarge'],
  ['a ZIP with many files',             manyFiles,                                               'importUnpackedTooLarge'],
  ['a ZIP in an unknown method',        () => packedZip(Buffer.from('x'), { method: 12 }),        'importEncrypted'],
  ['a ZIP with a wrong checksum',       () => packedZip(Buffer.from('<workbook/>')),              'importDamaged'],
  ['a ZIP with a password',             () => packedZip(Buffer.from('x'), { flags: 1 }),          'importEncrypted'],
  ['a ZIP that breaks off',             async () => (await workbookOf(SHEET)).subarray(0, 500),   'importDamaged'],
  ['a ZIP whose directory lies',        () => Buffer.concat([Buffer.from('PK\u0003\u0004'), endOfZip(3, 10, 4_000_000_000)]), 'importDamaged'],
  ['a ZIP of something else',           () => zipOf({ 'readme.txt': 'hello' }),                   'importUnknownArchive'],
  ['an empty ZIP',                      () => endOfZip(0, 0, 0),                                  'importUnknownArchive'],
  ['an old or encrypted workbook',      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),             'importEncrypted'],
  ['a workbook with entities',          () => workbookOf([{ name: 'Times', rows: DTD }]),         'importHasDtd'],
  ['a workbook that is no XML',         () => workbookOf([{ name: 'Times', rows: '<row <<' }]),   'importDamaged'],
  ['a workbook without rows',           () => workbookOf([{ name: 'Times', rows: '' }]),          'importEmpty'],
  ['a workbook without its sheet',      () => zipOf({ 'xl/workbook.xml': '<sheet r:id="rId1"/>', 'xl/_rels/workbook.xml.rels': '<Relationship Id="rId1" Target="worksheets/no.xml"/>' }), 'importDamaged'],
])('M52 %s is refused', async (_, file, message) => {
  const upload = await toUpload(await file())
  const options = { format: detectTextFormat(upload.text), fileName: '' }
  await expect(convertFile(upload, options)).rejects.toMatchObject({ code: 'invalid', key: message })
})

test('M52 a conversion that is cancelled ends, and the next one begins', async () => {
  const stopped = new AbortController()
  const upload = { ...(await toUpload(`[${'{"a":1},'.repeat(1_000_000)}1]`)), signal: stopped.signal }
  const options = { format: detectTextFormat(upload.text), fileName: '' }
  const reason = new Error('stopped')
  setTimeout(() => stopped.abort(reason), 20)
  await expect(convertFile(upload, options)).rejects.toBe(reason)
  const next = await toUpload(fixture('watson-frames.json'))
  expect(await convertFile(next, options)).toMatchObject({ head: { format: 'watson' } })
})

test('M50 a file of another kind is previewed and imported like a table, and only once', async () => {
  const { preview, result, entries } = await importsInMarch()
  const file = fixture('calendar.ics')
  const seen = await preview(file)
  expect(seen).toMatchObject({
    format: 'icalendar',
    encoding: 'utf-8',
    delimiter: null,
    counts: { new: 2, invalid: 4 },
  })
  expect(seen.entries).toMatchObject([{ line: 11, project: 'Work' }, { line: 23 }])
  expect(seen.problems.first.map(({ line, kind }) => [line, kind])).toEqual([
    [29, 'all-day-event'],
    [35, 'recurring-event'],
    [42, 'bad-date'],
    [48, 'cancelled-event'],
  ])
  expect(await result(file)).toMatchObject({ created: 2, invalid: 4, projects: 1, tags: 2 })
  expect(await result(file)).toMatchObject({ created: 0, duplicates: 2 })
  expect(await entries()).toHaveLength(2)
})

test('M50 the name of a file tells its format where the beginning does not', async () => {
  const { preview } = await importsInMarch()
  const file = Buffer.concat([Buffer.from('# \n'.repeat(2_000)), fixture('notes.org')])
  const query = 'zone=UTC&fileName=notes.org'
  expect(await preview(file, query)).toMatchObject({ format: 'org-mode', counts: { new: 2, invalid: 1 } })
})

test('M50 products whose tables are CSV are named, and their columns can be mapped otherwise', async () => {
  const { preview } = await importsInMarch()
  const file = fixture('redmine.csv')
  const field = async (query: string) => (await preview(file, query)).columns.map(({ field }) => field)
  expect(await preview(file)).toMatchObject({ format: 'redmine', delimiter: ',', counts: { new: 2 } })
  expect((await field('zone=UTC')).slice(4, 6)).toEqual(['tags', 'task'])
  expect((await field('zone=UTC&columns=4:task')).slice(4, 6)).toEqual(['task', 'unused'])
})

test('M51 suggestions are imported only if they are accepted', async () => {
  const { preview, requestImport, result } = await importsInMarch()
  const file = fixture('activitywatch.json')
  expect(await preview(file)).toMatchObject({ format: 'activitywatch', isSuggestion: true, counts: { new: 1 } })
  const refused = await requestImport(file)
  expect([refused.statusCode, refused.json().details]).toMatchObject([400, { suggestions: expect.any(String) }])
  expect(await result(file, 'zone=UTC&suggestions=accept')).toMatchObject({ created: 1 })
})
