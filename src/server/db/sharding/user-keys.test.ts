import { expect, test } from 'vitest'
import type { Catalog } from '#server/db/catalog.ts'
import { parseCatalog, readExpectedSchema } from '#server/db/schema-differences.ts'

/** Tables that belong to no user, with the reason. They are small, and stay together where users are split. */
const GLOBAL_TABLES: Record<string, string> = {
  attempts: 'A rate limit counts addresses and networks, most of which have no account.',
  audit_log: 'It outlives the users whom it names, and is read over all of them.',
  backup_schedule: 'It is one row for the site.',
  emails: 'Servers poll one queue for what is due; a reset mail is queued before its user is looked up.',
  invitations: 'They are for people who have no account yet.',
  maintenance: 'It is one row for the site.',
  user_lookups: 'It finds the user of what is unique over all users.',
}

const KEY = /^(primary|unique) key of (\w+)(?: \((.*)\))?$/
const UNIQUE_INDEX = /^unique on (\w+) \((.*?)\)/
const FOREIGN_KEY = /^foreign key of (\w+) \((.*)\)$/
const REFERENCE = /^references (\w+) \((.*?)\)/

const ownerOf = (table: string) => (table === 'users' ? 'id' : 'user_id')
const startsWithUser = (table: string, columns = '') => columns.split(', ')[0] === ownerOf(table)

/** Keys of tables that belong to users, and do not start with the user. */
function findFaults(catalog: Catalog): string[] {
  return [...catalog].flatMap(([name, definition]) => {
    const faulty = isKeyFaulty(name, definition) || isIndexFaulty(definition) || isReferenceFaulty(name, definition)
    return faulty ? [`${name}: ${definition}`] : []
  })
}

function isKeyFaulty(name: string, definition: string) {
  const [, kind, table = 'users', columns] = KEY.exec(name) ?? []
  if (kind === undefined || table in GLOBAL_TABLES) return false
  return !startsWithUser(table, kind === 'primary' ? definition.slice(1, -1) : columns)
}

function isIndexFaulty(definition: string) {
  const [, table, columns] = UNIQUE_INDEX.exec(definition) ?? []
  return table !== undefined && !(table in GLOBAL_TABLES) && !startsWithUser(table, columns)
}

function isReferenceFaulty(name: string, definition: string) {
  const [, table, columns] = FOREIGN_KEY.exec(name) ?? []
  if (table === undefined) return false
  const [, parent = '', parentColumns] = REFERENCE.exec(definition) ?? []
  const isGlobal = table in GLOBAL_TABLES || parent in GLOBAL_TABLES
  return isGlobal || !startsWithUser(table, columns) || !startsWithUser(parent, parentColumns)
}

test('O100 every primary, unique and foreign key starts with the user, except in the tables that belong to none', () => {
  const catalog = readExpectedSchema()
  expect(findFaults(catalog)).toEqual([])
  for (const table of Object.keys(GLOBAL_TABLES)) expect(catalog.has(`table ${table}`), table).toBe(true)
})

// prettier-ignore
test.each([
  'primary key of sessions: (id)',
  'primary key of tasks: (id, user_id)',
  'primary key of users: (email)',
  'unique key of users (email): exists',
  'index users_google: unique on users (google_subject)',
  'foreign key of push_subscriptions (session_id): references sessions (id) on delete cascade',
  'foreign key of push_subscriptions (user_id, session_id): references sessions (id, user_id)',
  'foreign key of emails (user_id): references users (id) on delete cascade',
  'foreign key of tasks (user_id, email): references emails (user_id, id)',
])('O100 a key that does not start with the user is found: %s', (line) => {
  expect(findFaults(parseCatalog(`${line}\n`))).toEqual([line])
})
