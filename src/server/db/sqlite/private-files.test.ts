import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/db/connect.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { makePrivate } from './private-files.ts'

const OWNER = { uid: 65_534, gid: 65_534 }

/** A data folder that others may list, as operators create them. */
function sharedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-files-'))
  chmodSync(folder, 0o755)
  return folder
}

async function writeTo(folder: string) {
  const { db, close } = openSqlite(join(folder, 'ritmo.db'))
  onTestFinished(close)
  await sql`create table if not exists facts (name text)`.execute(db)
  await sql`insert into facts values ('one')`.execute(db)
}

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('ritmo.'))
    .map((name) => ({ name, stats: statSync(join(folder, name)) }))

const modesIn = (folder: string) => filesIn(folder).map(({ name, stats }) => [name, (stats.mode & 0o777).toString(8)])

test('O53 a new SQLite file and the files beside it can be read only by their owner', async () => {
  const folder = sharedFolder()
  onTestFinished(lockDataDir(folder).release)
  await writeTo(folder)
  expect(modesIn(folder)).toEqual([
    ['ritmo.db', '600'],
    ['ritmo.db-shm', '600'],
    ['ritmo.db-wal', '600'],
    ['ritmo.lock', '600'],
    ['ritmo.lock-journal', '600'],
  ])
})

test('O53 existing files lose the rights of others', async () => {
  const folder = sharedFolder()
  await writeTo(folder)
  for (const { name } of filesIn(folder)) chmodSync(join(folder, name), 0o644)
  await writeTo(folder)
  expect(new Set(modesIn(folder).map(([, mode]) => mode))).toEqual(new Set(['600']))
})

test.runIf(process.getuid?.() === 0)('O53 files that root creates belong to the owner of the folder', async () => {
  const folder = sharedFolder()
  chownSync(folder, OWNER.uid, OWNER.gid)
  onTestFinished(lockDataDir(folder).release)
  await writeTo(folder)
  const files = filesIn(folder).map(({ name, stats: { uid, gid } }) => ({ name, uid, gid }))
  expect(files.length).toBeGreaterThan(3)
  expect(files).toEqual(files.map(({ name }) => ({ name, ...OWNER })))
})

// prettier-ignore
test.each<[what: string, link: (target: string, path: string) => void]>([
  ['symbolic link',  symlinkSync],
  ['hard link',      linkSync],
])('O53 the rights of a file to which a %s leads are not changed', (_what, link) => {
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    const folder = sharedFolder()
    const file = join(folder, 'elsewhere')
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    link(file, join(folder, `ritmo.db${ending}`))
    makePrivate(join(folder, 'ritmo.db'))
    expect((statSync(file).mode & 0o777).toString(8)).toBe('644')
  }
})

test('O53 a file is not created where a symbolic link leads', () => {
  const folder = sharedFolder()
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'ritmo.db'))
  makePrivate(join(folder, 'ritmo.db'))
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)('O53 a file of root that has other links is left alone', async () => {
  const folder = sharedFolder()
  const file = join(folder, 'elsewhere')
  writeFileSync(file, '')
  linkSync(file, join(folder, 'ritmo.db'))
  chownSync(folder, OWNER.uid, OWNER.gid)
  await writeTo(folder)
  expect(statSync(file).uid).toBe(0)
})
