import { expect, test } from 'vitest'
import type { ImportField } from '#core/import/import-model.ts'
import { readImportText } from '#core/import/testing/read-import-text.ts'
import { personOf } from './people.ts'

const read = (headings: string, rows: string[], columns: { index: number; field: ImportField }[] = []) =>
  readImportText(
    [`Start;End;Project;${headings}`, ...rows.map((row) => `2026-03-04 09:00;2026-03-04 10:00;Web;${row}`)].join('\n'),
    {
      columns,
    },
  ).analysis.people.map(({ person }) => person)

// prettier-ignore
test.each([
  'Author', 'Person', 'user_name', 'userName', 'Username', 'User', 'Member', 'Employee', 'Employee name', 'Assignee', 'Worker', 'Resource',
  'Team member', 'Full name', 'Name', 'Usuario', 'Autor', 'Persona', 'Empleado', 'Miembro', 'Responsable', 'Pessoa', 'Funcionário', 'Membro',
  'Benutzer', 'Mitarbeiter', 'Bearbeiter', 'Utilisateur', 'Auteur', 'Employé', 'Collaborateur', 'Kullanıcı', 'Yazar', 'Kişi', 'Çalışan', 'Ad Soyad',
])('M34 a column %j says whose entries the rows are', (heading) => {
  expect(read(heading, ['Ann', 'Bob', 'Ann'])).toEqual(['Ann', 'Bob'])
})

// prettier-ignore
test.each<[headings: string, rows: string[], people: string[]]>([
  ['user_email',              ['ann@example.org', 'bob@example.org'],                   ['ann@example.org', 'bob@example.org']],
  ['user_name;user_email',    ['Ann;ann@example.org', 'Ann Lee;ann@example.org'],       ['ann@example.org']],
  ['First Name;Last Name',    ['Ann;Lee', 'Ann;Ray', 'Ann;Lee'],                        ['Ann Lee', 'Ann Ray']],
  ['Vorname;Nachname',        ['Ann;Lee', 'Ann;Ray'],                                   ['Ann Lee', 'Ann Ray']],
  ['Prénom;Nom de famille',   ['Ann;Lee', 'Ann;'],                                      ['Ann Lee', 'Ann']],
  ['User;Last Name',          ['Ann Lee;Lee'],                                          ['Ann Lee']],
  ['User;Author',             ['Desk;Ann', 'Desk;Bob'],                                 ['Ann', 'Bob']],
  ['User;Author',             ['Ann;Ann', 'Ann;Ann'],                                   ['Ann']],
  ['Who;What',                ['ann@example.org;x', 'bob@example.org;y'],               ['ann@example.org', 'bob@example.org']],
  ['Who;What',                ['ann@example.org;x', ';y', 'ann@example.org;z'],         []],
  ['Who;What',                ['ann@example.org;x', 'nobody;y', 'bob@example.org;z'],   []],
  ['Client email',            ['ann@example.org', 'bob@example.org'],                   []],
  ['Kunde E-Mail',            ['ann@example.org', 'bob@example.org'],                   []],
  ['Employee?',               ['Yes', 'No'],                                            []],
  ['Room',                    ['Ann', 'Bob'],                                           []],
])('M34 people in %s: %j', (headings, rows, people) => {
  expect(read(headings, rows)).toEqual(people)
})

test('M34 if the user assigns a column to the person, only that counts', () => {
  const rows = ['Ann;ann@example.org;Team A', 'Bob;bob@example.org;Team A']
  expect(
    read('User;Mail;Team', rows, [
      { index: 5, field: 'person' },
      { index: 4, field: 'unused' },
    ]),
  ).toEqual(['Team A'])
  expect(read('Who;Room', ['ann@example.org;1', 'bob@example.org;2'], [{ index: 3, field: 'unused' }])).toEqual([])
})

test('M34 a column of names is about people only beside columns that say what was done', () => {
  const { analysis, rows } = readImportText('Name,Start,End\nDraw,2026-03-04 09:00,2026-03-04 10:00')
  expect(analysis.people).toEqual([])
  expect(rows).toMatchObject([{ task: 'Draw' }])
})

test('M8 texts of people are cut at their maximum length', () => {
  expect(personOf([` ${'x'.repeat(999)}`, ''], [[1], [0]])).toBe('x'.repeat(300))
})
