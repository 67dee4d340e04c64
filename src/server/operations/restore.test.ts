import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockDataDir } from '#server/db/sqlite/data-dir-lock.ts'
import { MIGRATION_NAMES, migrateWithin } from '#server/db/migrate.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import { backup } from './backup.ts'
import { openDatabase, type Site, sqliteFile, withDatabase } from './site-database.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

/** A site of some version, with one user, their session and a queued email. */
async function createSite(name: string, migrations = MIGRATION_NAMES) {
  const site = await testSite()
  await withDatabase(openDatabase(site), ({ db, engine }) =>
    db.transaction().execute(async (db) => {
      await migrateWithin(db, engine, migrations)
      await sql`insert into users (id, name, email, created_at, updated_at) values ('u', ${name}, 'u@example.org', 1, 1)`.execute(
        db,
      )
      await sql`insert into sessions (id, user_id, created_at, expires_at) values ('s', 'u', 7, 9)`.execute(db)
      if (migrations.includes('0019-user-lookups'))
        await sql`insert into user_lookups (kind, key, user_id) values ('email', 'u@example.org', 'u')`.execute(db)
      const queue = migrations.includes('0007-plain-names') ? 'emails' : 'letters'
      const columns = sql`(id, kind, user_id, email, language, attempts, due_at, created_at)`
      if (migrations.includes('0002-recovery'))
        await sql`insert into ${sql.table(queue)} ${columns} values ('e', 'verify', 'u', 'u@example.org', 'en', 0, 1, 1)`.execute(
          db,
        )
    }),
  )
  return site
}

/** Changes the text of a backup. The gzip file itself stays valid. */
const rewrite = (bytes: Buffer, change: (text: string) => string) => gzipSync(change(gunzipSync(bytes).toString()))

// prettier-ignore
const DAMAGES: [what: string, damage: (bytes: Buffer) => Buffer, sentence: string][] = [
  ['a changed byte',                (bytes) => bytes.fill(bytes[bytes.length >> 1]! ^ 255, bytes.length >> 1, (bytes.length >> 1) + 1), 'is damaged, or no backup of Ritmo'],
  ['a truncated file',              (bytes) => bytes.subarray(0, -20), 'is damaged, or no backup of Ritmo: unexpected end of file'],
  ['an empty file',                 () => Buffer.alloc(0), 'is damaged, or no backup of Ritmo: unexpected end of file'],
  ['a file that is not gzip',       () => Buffer.from('Dear diary'), 'is damaged, or no backup of Ritmo: incorrect header check'],
  ['a changed value',               (bytes) => rewrite(bytes, (text) => text.replace('"Ann"', '"Ane"')), 'a table is not as it was'],
  ['a missing row',                 (bytes) => rewrite(bytes, (text) => text.replace(/\n\[.*/, '')), 'a table is not as it was'],
  ['an invalid line',               (bytes) => rewrite(bytes, (text) => text.replace(/\n\[/, '\n{')), 'a line is not as it was'],
  ['a missing table',               (bytes) => rewrite(bytes, (text) => text.slice(0, text.lastIndexOf('{"table"'))), 'it is cut off'],
  ['a truncated last line',         (bytes) => rewrite(bytes, (text) => text.slice(0, -3)), 'its last line is cut off'],
  ['lines after the end mark',      (bytes) => rewrite(bytes, (text) => `${text}{"end":true}\n`), 'it goes on after its end'],
  ['a newer format',                (bytes) => rewrite(bytes, (text) => text.replace('"format":1', '"format":2')), 'is no backup that this version of Ritmo can read'],
  ['data of a newer version',       (bytes) => rewrite(bytes, (text) => text.replace('"0005-', '"9999-future","0005-')), 'was made by a newer version of Ritmo (9999-future).'],
  ['tables of another version',     (bytes) => rewrite(bytes, (text) => text.replace('"0005-reports"', '"0004-timer"')), 'The data do not fit the tables of the version that they name.'],
]

test('O31 a damaged backup is refused, and nothing is changed', async () => {
  const [site, other] = [await createSite('Ann'), await createSite('Bob')]
  const { file } = await backup(site)
  const { tallies } = await backup(other)
  const bytes = readFileSync(file)
  for (const [what, damage, sentence] of DAMAGES) {
    writeFileSync(file, damage(Buffer.from(bytes)))
    const refused = await restore(other, file, { replace: true }).catch((error: Error) => error)
    expect(refused, what).toMatchObject({ name: 'StartError', message: expect.stringContaining(sentence) })
    expect((await backup(other, join(other.dataDir, what))).tallies, what).toEqual(tallies)
  }
  writeFileSync(file, bytes)
  await restore(other, file, { replace: true })
  expect(await namesIn(other)).toEqual(['Ann'])
})

test('O31 existing users are not overwritten without --replace', async () => {
  const [site, other] = [await createSite('Ann'), await createSite('Bob')]
  const { file, tallies } = await backup(site)
  await expect(restore(other, file, { replace: false })).rejects.toThrow('There are users in')
  expect(await namesIn(other)).toEqual(['Bob'])
  expect((await restore(other, file, { replace: true })).tallies).toEqual(tallies)
  expect(await namesIn(other)).toEqual(['Ann'])
})

// prettier-ignore
test.runIf(!process.env['TEST_DATABASE_URL']).each<[what: string, offset: number, bytes: number]>([
  ['a page',          4_096 * 2, 4_096],
  ['the header',      0,         100],
  ['the whole file',  0,         4_096 * 40],
])('O31 a file in which %s is damaged is replaced, and kept under another name', async (_what, offset, bytes) => {
  const site = await createSite('Ann')
  const { file } = await backup(site)
  const database = readFileSync(sqliteFile(site)).fill(7, offset, offset + bytes)
  writeFileSync(sqliteFile(site), database)
  await expect(restore(site, file, { replace: false })).rejects.toThrow('is damaged: restore with --replace')
  await restore(site, file, { replace: true })
  expect(await namesIn(site)).toEqual(['Ann'])
  const aside = readdirSync(site.dataDir).find((name) => /^ritmo\.db\.damaged-\d+$/.test(name))
  expect(readFileSync(join(site.dataDir, aside ?? '')).equals(database)).toBe(true)
})

test('O31 a restore is refused while a server is running', async () => {
  const { file } = await backup(await createSite('Ann'))
  const site = await testSite()
  const lock = site.databaseUrl === undefined ? lockDataDir(site.dataDir) : undefined
  await testAppOn(site)
  await expect(restore(site, file, { replace: true })).rejects.toThrow(/Another Ritmo already uses|A Ritmo still uses/)
  lock?.release()
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'O31 a restore waits for a server that is about to disconnect',
  async () => {
    const { file } = await backup(await createSite('Ann'))
    const site = await testSite()
    const leaving = await openDatabase(site)
    const connections = sql`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and query like '%pg_stat_activity%'`
    const leave = async () => {
      await expect.poll(async () => (await connections.execute(leaving.db)).rows).toHaveLength(1)
      await leaving.close()
    }
    await Promise.all([restore(site, file, { replace: false }), leave()])
    expect(await namesIn(site)).toEqual(['Ann'])
  },
)

const namesIn = (site: Site) =>
  withDatabase(openDatabase(site), async ({ db }) =>
    (await db.selectFrom('users').select('name').execute()).map(({ name }) => name),
  )

test.each(MIGRATION_NAMES.map((last, index) => [last, MIGRATION_NAMES.slice(0, index + 1)] as const))(
  'O32 a backup of an older version is brought up to date (%s)',
  async (_last, migrations) => {
    const { file } = await backup(await createSite('Ann', migrations))
    const site = await testSite()
    await restore(site, file, { replace: false })
    const restored = await withDatabase(openDatabase(site), async ({ db }) => ({
      migrations: (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
        ({ name }) => name,
      ),
      session: await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow(),
      emails: await db.selectFrom('emails').select(['id', 'email']).execute(),
    }))
    expect(restored.migrations).toEqual(MIGRATION_NAMES)
    // The second migration adds `seen_at` and copies it from `created_at`.
    expect(restored.session).toMatchObject({ created_at: 7, seen_at: migrations.length === 1 ? 7 : 0 })
    expect(restored.emails).toEqual(migrations.length === 1 ? [] : [{ id: 'e', email: 'u@example.org' }])
    expect((await verify(site)).filter(({ wrong }) => wrong > 0)).toEqual([])
  },
)
