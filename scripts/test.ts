import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { check } from './check.ts'
import { startPostgres } from './postgres.ts'
import { runTool } from './run.ts'
import { throwawayFolder } from './topology/part.ts'

interface Tally {
  passed: number
  failed: number
}

/** For the results, and for all that tests leave behind. */
const folder = throwawayFolder('ritmo-test-')

await ensureBrowser()
await buildWeb()
const tallies = [await check(), await testCode(), await testInBrowser()]
const total = (key: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[key], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') > 0 ? 1 : 0

async function testCode(): Promise<Tally> {
  const postgres = await startPostgres()
  if (postgres === undefined) console.log('PostgreSQL is not installed here: the server is tested on SQLite alone.')
  const file = join(folder, 'vitest.json')
  try {
    const env = { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: postgres?.url ?? '' }
    const options = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const { ok } = await runTool('vitest/vitest.mjs', options, { env })
    const report = readReport(file) as { numPassedTests: number; numFailedTests: number } | undefined
    return tally(ok, report?.numPassedTests, report?.numFailedTests)
  } finally {
    await postgres?.stop()
  }
}

async function testInBrowser(): Promise<Tally> {
  const file = join(folder, 'playwright.json')
  const env = { ...process.env, TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { ok } = await runTool('@playwright/test/cli.js', ['test', '--reporter=line,json'], { env })
  const report = readReport(file) as { stats: { expected: number; unexpected: number; flaky: number } } | undefined
  return tally(ok, report?.stats.expected, report && report.stats.unexpected + report.stats.flaky)
}

/** A runner that fails without a failed test (a crash, a file that does not load) still counts as a failure. */
function tally(ok: boolean, passed = 0, failed = 0): Tally {
  return { passed, failed: ok ? failed : Math.max(1, failed) }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
