import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createBackupFolder,
  deleteExpired,
  nameBackup,
  selectExpired,
  sortBackups,
  timeOfBackup,
} from './backup-files.ts'

const NOW = Date.parse('2026-11-20T03:00:00Z')
const DAY_MS = 86_400_000
const backupOf = (day: number) => nameBackup(NOW - day * DAY_MS, { isEncrypted: day % 2 === 0 })
const DAYS = [5, 0, 3, 1, 4, 2]

test('O55 the name of a backup tells its time, and files with other names are no backups', () => {
  const name = nameBackup(NOW + 7, { isEncrypted: true, isBeforeMigration: true })
  expect(name).toBe('ritmo-20261120T030000Z-before-migration.gz.enc')
  expect(timeOfBackup(name)).toBe(NOW)
  for (const other of ['ritmo-monday.gz', `${name}.part`, `my-${name}`, 'ritmo.db'])
    expect(timeOfBackup(other)).toBe(undefined)
})

// prettier-ignore
test.each([
  ['the newest 3',           { count: 3 },               [3, 4, 5]],
  ['more than there are',    { count: 9 },               []],
  ['one',                    { count: 1 },               [1, 2, 3, 4, 5]],
  ['two days and a half',    { ageMs: 2.5 * DAY_MS },    [3, 4, 5]],
  ['a second',               { ageMs: 1_000 },           [1, 2, 3, 4, 5]],
])('O55 of six daily backups %s are kept, and the newest always', (_what, keep, expired) => {
  expect(selectExpired(DAYS.map(backupOf), keep, NOW)).toEqual(expired.map(backupOf))
  expect(selectExpired(DAYS.map(backupOf), keep, NOW + 1_000 * DAY_MS)).not.toContain(backupOf(0))
})

const beforeMigration = (day: number) => nameBackup(NOW - day * DAY_MS, { isEncrypted: false, isBeforeMigration: true })

// prettier-ignore
test.each([
  ['a number',  { count: 6 },               [3.5, 4.5, 5.5]],
  ['one',       { count: 1 },               [3.5, 4.5, 5.5]],
  ['an age',    { ageMs: 2.7 * DAY_MS },    [3.5, 4.5, 5.5]],
])('O55 backups from before a migration take no place of daily ones if BACKUP_KEEP is %s', (_what, keep, expired) => {
  const daily = DAYS.map(backupOf)
  const selected = selectExpired([...daily, ...DAYS.map((day) => beforeMigration(day + 0.5))], keep, NOW)
  expect(selected.filter((name) => !daily.includes(name))).toEqual(expired.map(beforeMigration))
  expect(selected.filter((name) => daily.includes(name))).toEqual(selectExpired(daily, keep, NOW))
})

test('O55 a backup with a time in the future is neither the newest one nor counted', () => {
  const planted = [-2, -1].map(backupOf)
  const names = [...planted, ...DAYS.map(backupOf)]
  expect(sortBackups(names, NOW)[0]?.name).toBe(backupOf(0))
  expect(selectExpired(names, { count: 2 }, NOW)).toEqual([2, 3, 4, 5].map(backupOf))
  const soon = nameBackup(NOW + 60_000, { isEncrypted: false })
  expect(sortBackups([...names, soon], NOW)[0]?.name).toBe(soon)
})

test('O55 expired backups and stale drafts are deleted, and files of the operator are not', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ritmo-backups-')), 'deep', 'backups')
  createBackupFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const [stale, fresh] = [`${backupOf(3)}.part`, `${backupOf(0)}.part`]
  for (const name of [...DAYS.map(backupOf), stale, fresh, 'ritmo-monday.gz', 'notes.part'])
    writeFileSync(join(folder, name), '')
  const [now, before] = [NOW / 1_000, NOW / 1_000 - 7_200]
  for (const name of [stale, 'notes.part']) utimesSync(join(folder, name), now, before)
  utimesSync(join(folder, fresh), now, now)
  deleteExpired(folder, { count: 2 }, NOW)
  expect(readdirSync(folder).toSorted()).toEqual(
    [backupOf(1), backupOf(0), fresh, 'ritmo-monday.gz', 'notes.part'].toSorted(),
  )
})
