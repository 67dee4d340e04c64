import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runKillDrill } from './testing/kill-drill.ts'
import { testDatabaseUrl } from './testing/test-app.ts'

test('I7 a server that is killed at any moment neither loses nor doubles a focus session that it has acknowledged', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-kill-'))
  const database = process.env['TEST_DATABASE_URL'] ? { DATABASE_URL: await testDatabaseUrl() } : {}
  const figures = await runKillDrill({ environment: { DATA_DIR, ...database }, kills: 5, writers: 4 })
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  expect(figures.acknowledged).toBeGreaterThanOrEqual(5)
})
