import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { readConfig } from '#server/config.ts'
import { deleteOldMail } from './outbox.ts'

test('O80 mails in the outbox folder are deleted after OUTBOX_RETENTION, and nothing else', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-outbox-'))
  const config = readConfig({ DATA_DIR: dataDir, OUTBOX_RETENTION: '2d' })
  await deleteOldMail(config)
  mkdirSync(join(dataDir, 'outbox'))
  const age = (name: string, days: number) => {
    const path = join(dataDir, 'outbox', name)
    writeFileSync(path, '')
    const at = (Date.now() - days * DAY_MS) / 1_000
    utimesSync(path, at, at)
  }
  age('old.eml', 3)
  age('new.eml', 1)
  age('notes.txt', 3)
  await deleteOldMail(config)
  expect(readdirSync(join(dataDir, 'outbox')).toSorted()).toEqual(['new.eml', 'notes.txt'])
})
