import { expect, test } from 'vitest'
import { imports } from '#contract/files/imports.ts'
import { validate } from '#contract/validate.ts'
import { defaultImportOptions, findOwnPerson, type ImportOptions, toImportQuery, withColumn } from './import-options.ts'

const UPLOAD = { id: 'u1', fileName: 'hours.csv' }
const OPTIONS: ImportOptions = { zone: 'Europe/Madrid', columns: {}, keepsLongEntries: false }

// prettier-ignore
test.each<[options: Partial<ImportOptions>, query: object]>([
  [{},                                                 {}],
  [{ zone: 'UTC' },                                    { zone: 'UTC' }],
  [{ dateOrder: 'month-first' },                       { dateOrder: 'month-first' }],
  [{ project: 'Atlas' },                               { project: 'Atlas' }],
  [{ person: 'ann@example.org' },                      { person: 'ann@example.org' }],
  [{ unit: 'minutes', encoding: 'shift_jis' },          { unit: 'minutes', encoding: 'shift_jis' }],
  [{ keepsLongEntries: true },                                { long: 'keep' }],
  [{ columns: { 4: 'task' } },                         { columns: '4:task' }],
  [{ columns: { 7: 'unused', 4: 'task' } },            { columns: '4:task,7:unused' }],
])('M23 the options %j become the query %j, which is valid for the server', (options, query) => {
  const sent = toImportQuery({ ...OPTIONS, ...options }, UPLOAD)
  expect(sent).toEqual({ zone: 'Europe/Madrid', fileName: 'hours.csv', upload: 'u1', ...query })
  expect(validate(imports.create.query, sent).ok).toBe(true)
})

test('the default time zone is that of the browser', () => {
  expect(defaultImportOptions().zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})

// prettier-ignore
test.each<[before: ImportOptions['columns'], index: number, field: 'task' | 'unused', after: ImportOptions['columns']]>([
  [{},                         4, 'task',   { 4: 'task' }],
  [{ 4: 'notes' },             4, 'task',   { 4: 'task' }],
  [{ 2: 'task' },              4, 'task',   { 4: 'task' }],
  [{ 2: 'unused' },            4, 'unused', { 2: 'unused', 4: 'unused' }],
  [{ 2: 'notes', 3: 'task' },  4, 'unused', { 2: 'notes', 3: 'task', 4: 'unused' }],
])('with the columns %j, assigning to column %i the field %s gives %j', (before, index, field, after) => {
  expect(withColumn({ ...OPTIONS, columns: before }, index, field).columns).toEqual(after)
})

const USER = { email: 'ann@example.org', name: 'Ann' }

// prettier-ignore
test.each<[people: string[], user: typeof USER | undefined, own: string | undefined]>([
  [['ann@example.org', 'bob@example.org'],  USER,      'ann@example.org'],
  [['bob@example.org', 'Ann@Example.org'],  USER,      'Ann@Example.org'],
  [['Bob', 'Ann'],                          USER,      'Ann'],
  [['Bob', 'Cid'],                          USER,      undefined],
  [['Ann'],                                 USER,      undefined],
  [['Bob', 'Ann'],                          undefined, undefined],
])('M28 in a file of %j, the user %j is %j', (people, user, own) => {
  const counts = people.map((person) => ({ person, rows: 1 }))
  expect(findOwnPerson(counts, user)).toBe(own)
})
