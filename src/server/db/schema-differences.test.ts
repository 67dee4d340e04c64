import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, withDatabase } from '#server/operations/site-database.ts'
import { testSite } from '#server/testing/test-site.ts'
import { readCatalog } from './catalog.ts'
import { checksumOf, MIGRATION_NAMES, migrateWithin } from './migrate.ts'
import {
  describeDifferences,
  EXPECTED_SCHEMA_FILE,
  findDifferences,
  formatCatalog,
  parseCatalog,
} from './schema-differences.ts'

test('O51 the expected schema is that of a new database, the same on both engines', async () => {
  const catalog = await withDatabase(openDatabase(await testSite()), ({ db, engine }) =>
    db.transaction().execute(async (db) => {
      await migrateWithin(db, engine)
      return readCatalog(db, engine)
    }),
  )
  const tables = new Map([...catalog].filter(([name]) => !/\bmigrations\b/.test(name)))
  await expect(formatCatalog(tables)).toMatchFileSnapshot(EXPECTED_SCHEMA_FILE)
})

test('O52 no landed migration was edited: each has the checksum that was committed with it', () => {
  const committed = readFileSync(join(import.meta.dirname, 'migrations/checksums.txt'), 'utf8')
  const present = MIGRATION_NAMES.map(
    (name) => `${name} ${checksumOf(name, 'sqlite')} ${checksumOf(name, 'postgres')}\n`,
  )
  // A new migration adds a line. A line that is there already never changes.
  expect(present.join('')).toBe(committed)
})

const EXPECTED = parseCatalog(
  [
    'table a: exists',
    'column a.id: text not null',
    'primary key of a: (id)',
    'index a_id: on a (id)',
    'table b: exists',
    'column b.n: bigint',
    '',
  ].join('\n'),
)
const without = (...names: string[]) => new Map([...EXPECTED].filter(([name]) => !names.includes(name)))

// prettier-ignore
test.each([
  ['nothing',             EXPECTED,                                             []],
  ['more than expected',  new Map([...EXPECTED, ['table own', 'exists']]),      []],
  ['a missing index',     without('index a_id'),                                ['index a_id is missing']],
  ['a missing column',    without('column b.n'),                                ['column b.n is missing']],
  ['another type',        new Map([...EXPECTED, ['column b.n', 'text']]),       ['column b.n is "text" instead of "bigint"']],
  ['a missing table',     without('table a', 'column a.id', 'primary key of a', 'index a_id'), ['table a is missing']],
])('O51 %s is described by name', (_what, actual, differences) => {
  expect(findDifferences(EXPECTED, actual)).toEqual(differences)
})

test('O51 the first differences are named and the others counted', () => {
  const sentence = describeDifferences(['table a is missing', 'table b is missing', 'table c is missing', 'd', 'e'])
  expect(sentence).toContain('table a is missing, table b is missing, table c is missing, and 2 more.')
})
