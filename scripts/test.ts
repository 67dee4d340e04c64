import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ENGINES, isEngineInstalled } from './browser.ts'
import { check } from './check.ts'
import { ROOT, runTool } from './run.ts'
import { createTemporaryFolder } from './topology/managed-process.ts'
import { startPostgres } from './topology/postgres.ts'
import { findProgram, installPrograms } from './topology/programs.ts'
import { buildServer } from './build-server.ts'
import { buildWeb } from './web-build/build-web.ts'

interface Tally {
  passed: number
  /** Names of the failures. They are printed last, because readers of a long log look at its end first. */
  failed: string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

interface StoryRun {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { errors: { message?: string }[] }[]
}

interface StorySuite {
  file: string
  specs: { title: string; tests: StoryRun[] }[]
  suites?: StorySuite[]
}

/** Without `--all` the slowest tests are left out, so that a run takes ten minutes on two cores. */
const TESTS = process.argv.includes('--all') ? 'all' : 'quick'

const UNTESTED_WITHOUT = [
  ['postgres', 'the server is tested on SQLite alone'],
  ['redis-server', 'one server is tested alone'],
  ['pgbouncer', 'the server is not tested with it'],
] as const

/** Holds the reports and all temporary files of the tests. */
const folder = createTemporaryFolder('ritmo-test-')

await ensureBrowser()
await installPrograms(['postgres', 'redis-server', 'pgbouncer'])
await buildWeb()
await buildServer()
const tallies = [await check(), await runUnitTests(), await runStories()]
const failed = tallies.flatMap((tally) => tally.failed)
for (const name of failed) console.log(`\nFAILED ${name}`)
console.log(`\n${tallies.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

async function runUnitTests(): Promise<Tally> {
  const postgres = await startPostgres()
  for (const [program, consequence] of UNTESTED_WITHOUT)
    if (findProgram(program) === undefined) console.log(`${program} is not installed here: ${consequence}.`)
  const [file, errors] = [join(folder, 'vitest.json'), join(folder, 'unhandled-errors.json')]
  try {
    const env = {
      ...process.env,
      TESTS,
      TMPDIR: folder,
      TEST_DATABASE_URL: postgres?.url ?? '',
      UNHANDLED_ERRORS: errors,
    }
    const reporters = ['dot', 'json', './scripts/test-runs/unhandled-errors.ts'].map(
      (reporter) => `--reporter=${reporter}`,
    )
    const options = ['run', ...reporters, `--outputFile.json=${file}`]
    const { ok } = await runTool('vitest/vitest.mjs', options, { env })
    const report = readReport(file) as VitestReport | undefined
    const failed = report?.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${relative(ROOT, name)}: ${fullName}\n${failureMessages.join('\n')}`),
    )
    const unhandled = (readReport(errors) ?? []) as string[]
    return toTally('the unit tests', ok, report?.numPassedTests, [...(failed ?? []), ...unhandled])
  } finally {
    await postgres?.stop()
  }
}

async function runStories(): Promise<Tally> {
  for (const engine of ENGINES)
    if (!isEngineInstalled(engine)) console.log(`${engine} is not installed here: no story runs in it.`)
  const file = join(folder, 'playwright.json')
  const env = { ...process.env, TESTS, TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { ok } = await runTool('@playwright/test/cli.js', ['test', '--reporter=line,json'], { env })
  const report = readReport(file) as { suites: StorySuite[]; stats: { expected: number } } | undefined
  return toTally('the stories', ok, report?.stats.expected, report?.suites.flatMap(listFailedStories))
}

function listFailedStories({ file, specs, suites = [] }: StorySuite): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => [`${file}: ${title}`, ...results.flatMap(listErrors)].join('\n')),
  )
  return [...failed, ...suites.flatMap(listFailedStories)]
}

function listErrors({ errors }: StoryRun['results'][number]) {
  return errors.flatMap(({ message = '' }) => [message])
}

/** A runner that fails without a failed test (a crash, a file that does not load) still counts as a failure. */
function toTally(runner: string, ok: boolean, passed = 0, failed: string[] = []): Tally {
  return { passed, failed: ok || failed.length > 0 ? failed : [runner] }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
