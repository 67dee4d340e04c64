import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { check } from './check.ts'
import { startPostgres } from './postgres.ts'
import { ROOT, runTool } from './run.ts'
import { throwawayFolder } from './topology/part.ts'
import { findProgram, installPrograms } from './topology/programs.ts'

interface Tally {
  passed: number
  /** What failed, by name: the last thing that is printed, where a long log is read first. */
  failed: string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

interface Stories {
  file: string
  specs: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
  suites?: Stories[]
}

/** For the results, and for all that tests leave behind. */
const folder = throwawayFolder('ritmo-test-')

await ensureBrowser()
await installPrograms(['postgres', 'redis-server'])
await buildWeb()
const tallies = [await check(), await testCode(), await testInBrowser()]
const failed = tallies.flatMap((tally) => tally.failed)
for (const name of failed) console.log(`\nFAILED ${name}`)
console.log(`\n${tallies.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

async function testCode(): Promise<Tally> {
  const postgres = await startPostgres()
  if (postgres === undefined) console.log('PostgreSQL is not installed here: the server is tested on SQLite alone.')
  if (findProgram('redis-server') === undefined) console.log('Redis is not installed here: one server is tested alone.')
  const [file, errors] = [join(folder, 'vitest.json'), join(folder, 'unhandled-errors.json')]
  try {
    const env = {
      ...process.env,
      TMPDIR: folder,
      TEST_DATABASE_URL: postgres?.url ?? '',
      UNHANDLED_ERRORS: errors,
    }
    const reporters = ['dot', 'json', './scripts/unhandled-errors.ts'].map((reporter) => `--reporter=${reporter}`)
    const options = ['run', ...reporters, `--outputFile.json=${file}`]
    const { ok } = await runTool('vitest/vitest.mjs', options, { env })
    const report = readReport(file) as VitestReport | undefined
    const failed = report?.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${relative(ROOT, name)}: ${fullName}\n${failureMessages.join('\n')}`),
    )
    const unhandled = (readReport(errors) ?? []) as string[]
    return tally('the tests of the code', ok, report?.numPassedTests, [...(failed ?? []), ...unhandled])
  } finally {
    await postgres?.stop()
  }
}

async function testInBrowser(): Promise<Tally> {
  const file = join(folder, 'playwright.json')
  const env = { ...process.env, TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { ok } = await runTool('@playwright/test/cli.js', ['test', '--reporter=line,json'], { env })
  const report = readReport(file) as { suites: Stories[]; stats: { expected: number } } | undefined
  return tally('the stories', ok, report?.stats.expected, report?.suites.flatMap(failedStories))
}

function failedStories({ file, specs, suites = [] }: Stories): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  return [...failed.map(({ title }) => `${file}: ${title}`), ...suites.flatMap(failedStories)]
}

/** A runner that fails without a failed test (a crash, a file that does not load) still counts as a failure. */
function tally(runner: string, ok: boolean, passed = 0, failed: string[] = []): Tally {
  return { passed, failed: ok || failed.length > 0 ? failed : [runner] }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
