import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readImportText } from './testing/read-import-text.ts'

const LONG =
  'Prepare the quarterly report for the board and align it with the plans of all departments of the whole company'

test.each(['Client', 'Project', 'Task', 'Tags'])(
  'M33 a long name in %s is cut at a word, and the notes have all of it',
  (heading) => {
    const { rows, problems } = readImportText(`Start,Duration,${heading},Notes\n2026-03-04 09:00,1:00,${LONG},First`)
    const [row] = rows
    const name = heading === 'Tags' ? row!.tags[0]! : row![heading.toLowerCase() as 'client' | 'project' | 'task']
    expect(name).toMatch(
      /^Prepare the quarterly report for the board and align it with the plans of all departments… [\da-z]{8}$/,
    )
    expect(row!.notes).toBe(`First\n${LONG}`)
    expect(problems).toEqual([{ line: 2, column: 2, kind: 'cut-name', value: LONG.slice(0, 80) }])
  },
)

// prettier-ignore
test.each([
  ['another end',                `${LONG}!`,         false],
  ['another case',               LONG.toUpperCase(), true],
  ['the same with other spaces', ` ${LONG} `,        true],
])('M33 long names are the same if all of them is, ignoring case: %s', (_, other, isSame) => {
  const lines = [LONG, other].map((name) => `2026-03-04 09:00,1:00,${name}`)
  const names = readImportText(['Start,Duration,Project', ...lines].join('\n')).rows.map(({ project }) => project.toLowerCase())
  expect(names[0] === names[1]).toBe(isSame)
})

test('M33 any long name is cut to a valid name', () => {
  const long = fc.string({ unit: fc.constantFrom('a', 'Ü', ' ', '😀', 'ﷺ'), minLength: 101, maxLength: 400 })
  fc.assert(
    fc.property(long, (name) => {
      fc.pre(name.trim().length > 100)
      const { rows } = readImportText(`Start,Duration,Project\n2026-03-04 09:00,1:00,"${name}"`)
      expect(rows[0]!.project.length).toBeLessThanOrEqual(100)
      expect(rows[0]!.project).not.toMatch(/\p{Cs}/u)
      expect(rows[0]!.notes).toBe(name.trim())
    }),
  )
})

test('M33 a whole name comes first if it and the notes are too long together, and a problem says so', () => {
  const notes = 'x'.repeat(1_990)
  const { rows, problems } = readImportText(`Start,Duration,Project,Notes\n2026-03-04 09:00,1:00,${LONG},${notes}`)
  expect(rows[0]!.notes).toBe(`${LONG}\n${notes}`.slice(0, 2_000))
  expect(problems.map(({ kind }) => kind)).toEqual(['cut-name', 'cut-notes'])
})
