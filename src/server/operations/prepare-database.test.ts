import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { MIGRATION_NAMES, migrateWithin } from '#server/db/migrate.ts'
import { testSite } from '#server/testing/test-site.ts'
import { checkArchive } from './archive.ts'
import { nameBackup, timeOfBackup } from './backups/backup-files.ts'
import { findLastBackup } from './backups/backup-schedule.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openDatabase, type Site, sqliteFile, withDatabase } from './site-database.ts'
import { hadSite } from './site-marker.ts'

const OLD = MIGRATION_NAMES.slice(0, 8)
const LAST = MIGRATION_NAMES.at(-1)

/** A site of an older version, from before checksums. */
async function oldSite({ hasUser = true } = {}) {
  const site = await testSite()
  await withDatabase(openDatabase(site), ({ db, engine }) =>
    db.transaction().execute(async (db) => {
      await migrateWithin(db, engine, OLD)
      await sql`alter table migrations drop column checksum`.execute(db)
      if (hasUser)
        await sql`insert into users (id, name, email, created_at, updated_at) values ('u', 'Ann', 'u@example.org', 1, 1)`.execute(
          db,
        )
    }),
  )
  return site
}

const configOf = ({ dataDir, databaseUrl }: Site, settings: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...settings })

/** Does what a start of the server does with the data. */
async function start(site: Site, settings: Record<string, string> = {}) {
  const config = configOf(site, settings)
  return prepareDatabase(config, hadSite(config))
}

const open = <T>(site: Site, work: Parameters<typeof withDatabase<Awaited<ReturnType<typeof openDatabase>>, T>>[1]) =>
  withDatabase(openDatabase(site), work)

const appliedIn = (site: Site) =>
  open(site, async ({ db }) => {
    const { rows } = await sql<{
      name: string
      checksum: string | null
    }>`select * from migrations order by name`.execute(db)
    return rows
  })

test('O58 a database with users is backed up before it is migrated, and the start tells from where to where', async () => {
  const site = await oldSite()
  const change = await start(site, { BACKUP_FOLDER: join(site.dataDir, 'backups') })
  expect(change).toMatchObject({ from: '0008-idempotency-keys', to: LAST, isBackupReused: false })
  expect(change?.backup).toMatch(/backups\/ritmo-\d+T\d+Z-before-migration\.gz$/)
  const { header, tallies } = await checkArchive(change?.backup ?? '')
  expect(header.migrations).toEqual(OLD)
  expect(tallies['users']).toMatchObject({ rows: 1 })
  const applied = await appliedIn(site)
  expect(applied.map(({ name }) => name)).toEqual(MIGRATION_NAMES)
  expect(applied.filter(({ checksum }) => checksum === null)).toEqual([])
  expect((await open(site, ({ db }) => findLastBackup(db)))?.bytes).toBeGreaterThan(100)
  expect(await start(site)).toBe(undefined)
  expect(readdirSync(join(site.dataDir, 'backups'))).toHaveLength(1)
})

test('O58 if the backup fails, nothing is migrated', async () => {
  const site = await oldSite()
  const BACKUP_FOLDER = join(site.dataDir, 'file')
  writeFileSync(BACKUP_FOLDER, '')
  const refused = await start(site, { BACKUP_FOLDER: join(BACKUP_FOLDER, 'below') }).catch((error: Error) => error)
  expect(refused).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /was not migrated, because the backup before it failed: The folder for backups cannot be made.+Set BACKUP_FOLDER/,
    ),
  })
  expect((await appliedIn(site)).map(({ name }) => name)).toEqual(OLD)
})

test('O58 without users, or with the setting off, no backup is made', async () => {
  for (const [site, settings] of [
    [await oldSite({ hasUser: false }), {}],
    [await oldSite(), { BACKUP_BEFORE_MIGRATION: 'off' }],
  ] as const) {
    expect(await start(site, settings)).toMatchObject({ from: '0008-idempotency-keys', to: LAST, backup: undefined })
    expect(existsSync(join(site.dataDir, 'backups'))).toBe(false)
  }
})

const backupsOf = (site: Site) => readdirSync(join(site.dataDir, 'backups')).toSorted()

/** A site whose migration fails, because it has one of the new tables already. */
async function failingSite() {
  const site = await oldSite()
  const run = (statement: string) => open(site, ({ db }) => sql.raw(statement).execute(db))
  await run('create table backup_schedule (id text primary key)')
  await expect(start(site)).rejects.toThrow(/cannot be used: .+ \(the backup from before the migration: .+\.gz\)$/)
  const [file = ''] = backupsOf(site)
  return { site, file, mend: () => run('drop table backup_schedule') }
}

test('O58 starts whose migration fails use one backup', async () => {
  const { site, file, mend } = await failingSite()
  await expect(start(site)).rejects.toThrow(`(the backup from before the migration, of an earlier start: `)
  await mend()
  const change = await start(site)
  expect(change).toMatchObject({ backup: join(site.dataDir, 'backups', file), isBackupReused: true })
  expect(backupsOf(site)).toEqual([file])
})

const HOUR_MS = 3_600_000
type Failing = Awaited<ReturnType<typeof failingSite>>

// prettier-ignore
test.each<[what: string, change: (failing: Failing) => Promise<void> | void]>([
  ['is older than a day',        ({ site, file }) => {
    const old = nameBackup(Date.now() - 25 * HOUR_MS, { isEncrypted: false, isBeforeMigration: true })
    renameSync(join(site.dataDir, 'backups', file), join(site.dataDir, 'backups', old))
  }],
  ['is of an older database',    ({ site }) => open(site, async ({ db, engine }) => {
    await db.transaction().execute((db) => migrateWithin(db, engine, MIGRATION_NAMES.slice(0, 9)))
  })],
  ['is damaged',                 ({ site, file }) => truncateSync(join(site.dataDir, 'backups', file), 200)],
])('O58 a backup that %s is not used instead of a new one', async (_what, change) => {
  const failing = await failingSite()
  await change(failing)
  await failing.mend()
  // The name of a backup has its second.
  await expect.poll(() => Date.now() - (timeOfBackup(failing.file) ?? 0)).toBeGreaterThan(1_000)
  expect(await start(failing.site)).toMatchObject({ isBackupReused: false })
  expect(backupsOf(failing.site)).toHaveLength(2)
})

test('O54 a backup before a migration that is not durable is not recorded as the last good one', async () => {
  for (const isDurable of [true, false]) {
    const site = await oldSite()
    const config = configOf(site)
    const change = await prepareDatabase({ ...config, backups: { ...config.backups, isDurable } }, hadSite(config))
    expect(existsSync(change?.backup ?? '')).toBe(true)
    const last = await open(site, ({ db }) => findLastBackup(db))
    expect(last === undefined).toBe(!isDurable)
  }
})

test('O52 a database whose migration has other statements is refused in one sentence', async () => {
  const site = await testSite()
  await start(site)
  await open(site, ({ db }) => sql`update migrations set checksum = 'other' where name = '0004-timer'`.execute(db))
  await expect(start(site)).rejects.toThrow(
    /^The database \(.+\) cannot be used: It was made by another variant of this version: 0004-timer has other statements than those that ran\. Install [^.]+\.$/,
  )
})

// prettier-ignore
test.each([
  ['a missing table',        'drop table report_views',                                    'table report_views is missing'],
  ['a missing column',       'alter table users drop column theme',                        'column users.theme is missing'],
  ['a missing index',        'drop index time_entries_end',                                'index time_entries_end is missing'],
  ['another index',          'drop index tokens_user; create unique index tokens_user on tokens (user_id, hash)',
    'index tokens_user is "unique on tokens (user_id, hash)" instead of "on tokens (user_id, purpose)"'],
])('O51 a database with %s is refused, and gets no checksums', async (_what, statements, sentence) => {
  const site = await testSite()
  await start(site)
  await open(site, async ({ db }) => {
    await sql`update migrations set checksum = null`.execute(db)
    for (const statement of statements.split(';')) await sql.raw(statement).execute(db)
  })
  const refused = await start(site).catch((error: Error) => error)
  expect(refused).toMatchObject({ name: 'StartError', message: expect.stringContaining(`${sentence}. Restore`) })
  expect(new Set((await appliedIn(site)).map(({ checksum }) => checksum))).toEqual(new Set([null]))
})

test('O51 tables and indexes of the operator are no difference', async () => {
  const site = await testSite()
  await start(site)
  await open(site, async ({ db }) => {
    await sql`create table own (id text)`.execute(db)
    await sql`create index own_index on time_entries (notes)`.execute(db)
  })
  expect(await start(site)).toBe(undefined)
})

const DROP_ALL = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = current_schema loop
    execute format('drop table %I cascade', name);
  end loop;
end $$`

/** Leaves a database without tables. */
async function emptyDatabase(site: Site) {
  if (site.databaseUrl === undefined) truncateSync(sqliteFile(site), 0)
  else await open(site, ({ db }) => sql.raw(DROP_ALL).execute(db))
}

test('O59 an emptied database does not become a new site, until the operator confirms it', async () => {
  const site = await testSite()
  await start(site)
  await emptyDatabase(site)
  const file = join(site.dataDir, 'new-site')
  const sentence = `although there was a site in ${site.dataDir}: restore a backup with "npm run restore". To begin a new site instead, create the file ${file} and start again.`
  await expect(start(site)).rejects.toThrow(sentence)
  await expect(start(site)).rejects.toThrow(sentence)
  writeFileSync(file, '')
  await start(site)
  expect(existsSync(file)).toBe(false)
  await emptyDatabase(site)
  await expect(start(site)).rejects.toThrow(sentence)
})

test('O59 the refusal names the newest backup', async () => {
  const site = await oldSite()
  const change = await start(site)
  await emptyDatabase(site)
  await expect(start(site)).rejects.toThrow(`restore the newest backup, ${change?.backup}, with "npm run restore"`)
})

// prettier-ignore
test.runIf(!process.env['TEST_DATABASE_URL']).each<[what: string, leave: (folder: string) => void]>([
  ['keys',                   (folder) => writeFileSync(join(folder, 'secrets.json'), '{}')],
  ['a write-ahead log',      (folder) => writeFileSync(join(folder, 'ritmo.db-wal'), 'pages')],
  ['backups',                (folder) => {
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', 'ritmo-20261115T031500Z.gz'), '')
  }],
  ['a file without tables and keys', (folder) => {
    writeFileSync(join(folder, 'secrets.json'), '{}')
    writeFileSync(join(folder, 'ritmo.db'), '')
  }],
])('O59 %s of an older version without a database show that there was a site', async (_what, leave) => {
  const site = await testSite()
  leave(site.dataDir)
  const before = readdirSync(site.dataDir)
  await expect(start(site)).rejects.toThrow('empty or gone')
  expect(readdirSync(site.dataDir)).toEqual(before)
})

test('O59 a first start that was cut off is no site yet', async () => {
  const site = await testSite()
  expect(hadSite(configOf(site))).toBe(false)
  writeFileSync(join(site.dataDir, 'secrets.json'), '{}')
  await start(site)
  rmSync(join(site.dataDir, 'ritmo.site'))
  expect(hadSite(configOf(site))).toBe(site.databaseUrl === undefined)
})
