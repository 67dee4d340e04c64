import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ArchivedRecord,
  type Candidates,
  CHOICES,
  findFreeName,
  hasSameContent,
  planRecord,
} from './plan-record.ts'

const record = { id: 'a', name: 'Acme', color: '#112233', updatedAt: '2026-03-02T09:00:00.000Z' }
const changed = { ...record, color: '#445566' }
const other = { ...record, id: 'x' }
const otherChanged = { ...changed, id: 'x' }
const copy = { ...record, id: 'copy' }

// prettier-ignore
test.each<[what: string, candidates: Candidates<typeof record>, mine: unknown, archive: unknown, both: unknown]>([
  ['nothing like it',                  {},                                   ['new', 'a'],  ['new', 'a'],      ['new', 'a']],
  ['the same id and content',          { byId: record },                     ['same', 'a'], ['same', 'a'],     ['same', 'a']],
  ['the same, written later',          { byId: { ...record, updatedAt: '' } }, ['same', 'a'], ['same', 'a'],   ['same', 'a']],
  ['the same id, other content',       { byId: changed },                    ['kept', 'a'], ['replaced', 'a'], ['copied', 'copy']],
  ['the same name and content',        { byName: [other] },                  ['same', 'x'], ['same', 'x'],     ['same', 'x']],
  ['the same name, other content',     { byName: [otherChanged] },           ['kept', 'x'], ['replaced', 'x'], ['copied', 'copy']],
  ['two of the name, one of them equal', { byName: [otherChanged, { ...other, id: 'y' }] }, ['same', 'y'], ['same', 'y'], ['same', 'y']],
  ['the copy of an earlier restore',   { byId: changed, copy },              ['kept', 'a'], ['replaced', 'a'], ['same', 'copy']],
])('a record of an archive, where the account has %s', (_, candidates, ...expected) => {
  for (const [index, choice] of CHOICES.entries()) {
    const { outcome, id, write } = planRecord(record, candidates, { choice, copyId: 'copy' })
    expect([outcome, id], choice).toEqual(expected[index])
    expect(write, choice).toEqual(['new', 'replaced', 'copied'].includes(outcome) ? { ...record, id } : undefined)
  }
})

const lines = fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: fc.constantFrom('one', 'two'), color: fc.nat(2) })

test('planning again after a plan was carried out changes nothing more, unless the account’s is kept', () => {
  fc.assert(
    fc.property(lines, fc.option(lines, { nil: undefined }), fc.constantFrom(...CHOICES), (line, present, choice) => {
      const account = new Map<string, ArchivedRecord>(present ? [[present.id, present]] : [])
      const plan = () => {
        const byName = [...account.values()].filter(({ id, name }) => name === line.name && id !== line.id)
        const candidates = { byId: account.get(line.id), byName, copy: account.get('copy') }
        return planRecord<ArchivedRecord>(line, candidates, { choice, copyId: 'copy' })
      }
      const first = plan()
      if (first.write !== undefined) account.set(first.id, first.write)
      const second = plan()
      expect(second.write).toBeUndefined()
      expect(second.outcome).toBe(first.outcome === 'kept' ? 'kept' : 'same')
      if (first.outcome !== 'kept') expect(hasSameContent(account.get(second.id)!, line)).toBe(true)
    }),
  )
})

test('a name that is taken gets the next free number', () => {
  const taken = new Set(['deep', 'deep (2)'])
  expect(findFreeName('deep', (name) => taken.has(name))).toBe('deep (3)')
  expect(findFreeName('calm', (name) => taken.has(name))).toBe('calm')
})
