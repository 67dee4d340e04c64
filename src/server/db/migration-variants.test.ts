import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type Site, type SiteDatabase, withDatabase } from '#server/operations/site-database.ts'
import { backup } from '#server/operations/backup.ts'
import { restore } from '#server/operations/restore.ts'
import { verify } from '#server/operations/verify.ts'
import { testSite } from '#server/testing/test-site.ts'
import { migrate, MIGRATION_NAMES, migrateWithin } from './migrate.ts'

/** The first version of 0004 created `timers` without `settled_at`. */
const EDITED_0004 = ['alter table timers drop column settled_at']
/** The first version of 0005 had no saved views, and another length in the index of long entries. */
const EDITED_0005 = [
  'drop table report_views',
  'drop index time_entries_long',
  'create index time_entries_long on time_entries (user_id, started_at) where ended_at - started_at > 86400000',
]

// prettier-ignore
const VARIANTS: [what: string, last: string, changes: string[]][] = [
  ['0004, right after it',              '0004-timer',            EDITED_0004],
  ['0004, before tables were renamed',  '0006-imports',          EDITED_0004],
  ['0005, right after it',              '0005-reports',          EDITED_0005],
  ['0005, before tables were renamed',  '0006-imports',          EDITED_0005],
  ['0005, up to date since',            '0008-idempotency-keys', EDITED_0005],
  ['both',                              '0006-imports',          [...EDITED_0004, ...EDITED_0005]],
]

/** A site of the time when an edited migration still had its first version, with a user, a timer and an entry. */
async function siteOf(last: string, changes: string[]) {
  const site = await testSite()
  const names = MIGRATION_NAMES.slice(0, MIGRATION_NAMES.indexOf(last) + 1)
  await withDatabase(openDatabase(site), ({ db, engine }) =>
    db.transaction().execute(async (db) => {
      await migrateWithin(db, engine, names)
      for (const statement of [...changes, ...rowsFor(names, changes)]) await sql.raw(statement).execute(db)
    }),
  )
  return site
}

const rowsFor = (names: string[], changes: string[]) => {
  const isRenamed = names.includes('0007-plain-names')
  const [settled, plain] = isRenamed ? ['saved_until', 'legacy_seen_at'] : ['settled_at', 'plain_seen_at']
  const hasSettled = !changes.some((change) => EDITED_0004.includes(change))
  return [
    `insert into users (id, name, email, created_at, updated_at) values ('u', 'Ann', 'u@example.org', 1, 1)`,
    `insert into projects (user_id, id, name, description, color, status, created_at, updated_at)
      values ('u', 'p', 'Project', '', '#112233', 'active', 1, 1)`,
    `insert into time_entries (user_id, id, project_id, started_at, ended_at, duration_ms, notes, created_at, updated_at)
      values ('u', 'e', 'p', 1000, 61000, 60000, 'Work', 1, 1)`,
    `insert into time_entry_segments (user_id, entry_id, started_at, ended_at) values ('u', 'e', 1000, 61000)`,
    `insert into timers (user_id, revision, due_at, seen_at, ${plain}${hasSettled ? `, ${settled}` : ''})
      values ('u', 3, null, 7, 8${hasSettled ? ', 0' : ''})`,
  ]
}

const open = <T>(site: Site, work: (database: SiteDatabase) => Promise<T>) => withDatabase(openDatabase(site), work)

async function expectRepaired(site: Site) {
  expect((await verify(site)).filter(({ wrong }) => wrong > 0)).toEqual([])
  await open(site, async ({ db }) => {
    expect(await db.selectFrom('timers').selectAll().execute()).toEqual([
      { user_id: 'u', revision: 3, due_at: null, saved_until: 0, seen_at: 7, legacy_seen_at: 8, claimed_until: null },
    ])
    expect(await db.selectFrom('time_entries').select(['id', 'notes', 'duration_ms']).execute()).toEqual([
      { id: 'e', notes: 'Work', duration_ms: 60_000 },
    ])
    const view = { user_id: 'u', id: 'v', name: 'View', search: '', created_at: 1, updated_at: 1 }
    await db.insertInto('report_views').values(view).execute()
    expect(await db.selectFrom('report_views').select('name').execute()).toEqual([{ name: 'View' }])
  })
}

test.each(VARIANTS)(
  'O50 a database of the first version of %s is repaired, and keeps its data',
  async (_, last, changes) => {
    const site = await siteOf(last, changes)
    await open(site, (database) => migrate(database))
    await expectRepaired(site)
  },
)

test.each(VARIANTS)('O50 a backup of the first version of %s can be restored', async (_, last, changes) => {
  const { file } = await backup(await siteOf(last, changes))
  const other = await testSite()
  await restore(other, file, { replace: false })
  await expectRepaired(other)
})
