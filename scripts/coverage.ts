import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { ROOT, runTool } from './run.ts'
import { findLinesRun } from './test-runs/story-coverage.ts'
import { createTemporaryFolder } from './topology/managed-process.ts'
import { startPostgres } from './topology/postgres.ts'
import { removeServerBundle } from './build-server.ts'
import { buildWeb } from './web-build/build-web.ts'

interface SourceLocation {
  start: { line: number }
}

/** The coverage of one file, in Istanbul's format. */
interface FileCoverage {
  statementMap: Record<string, SourceLocation>
  s: Record<string, number>
  branchMap: Record<
    string,
    { type: string; loc: SourceLocation; locations: { start?: Partial<SourceLocation['start']> }[] }
  >
  b: Record<string, number[]>
}

interface MeasuredFile {
  file: string
  lines: Map<number, boolean>
  branches: { line: number; type: string; isRun: boolean }[]
}

interface CoverageBar {
  what: string
  files: RegExp
  kind: 'lines' | 'branches'
  percent: number
}

/** The code that decides who gets access. */
const AUTH_FILES =
  /^src\/server\/(features\/users\/|secrets\.ts|http\/(rate-limits|serve)\.ts|realtime\/(session-watch|sockets)\.ts)/
const NOT_PRODUCT_CODE = /\.test\.tsx?$|\/testing\/|^src\/server\/abuse-tests\/|^src\/web\/gallery\/|\.d\.ts$/

/** Other engines do not tell which code they run. */
const CHROMIUM = ['--project=pages', '--project=notifications']

const BARS: CoverageBar[] = [
  { what: 'core', files: /^src\/core\//, kind: 'branches', percent: 100 },
  { what: 'auth', files: AUTH_FILES, kind: 'branches', percent: 100 },
  ...['core', 'contract', 'client', 'cli', 'server', 'web'].map((room): CoverageBar => {
    return { what: room, files: new RegExp(`^src/${room}/`), kind: 'lines', percent: 90 }
  }),
]

const folder = createTemporaryFolder('ritmo-coverage-')
const report = await runUnitTests()
const linesRunByStories = await runStories()
const measuredFiles = Object.entries(report).flatMap(([path, coverage]) => {
  const file = path.slice(ROOT.length + 1).replaceAll('\\', '/')
  return NOT_PRODUCT_CODE.test(file) ? [] : [measureFile(file, coverage)]
})
for (const bar of BARS) checkBar(bar)

/** Runs the unit tests on both engines. Istanbul instruments the code, because V8 miscounts branches of async functions. */
async function runUnitTests(): Promise<Record<string, FileCoverage>> {
  const postgres = await startPostgres()
  const env = { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: postgres?.url ?? '' }
  const coverage = ['--coverage', '--coverage.reportOnFailure', '--coverage.reporter=json']
  const into = `--coverage.reportsDirectory=${folder}`
  const { ok } = await runTool('vitest/vitest.mjs', ['run', '--reporter=dot', ...coverage, into], { env })
  await postgres?.stop()
  if (!ok) process.exitCode = 1
  return JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8'))
}

/** Stories execute far more of `src/web` than unit tests do, so the lines that they run count too. */
async function runStories() {
  await ensureBrowser()
  // Without minification each statement has its own line.
  await buildWeb('--sourcemap', '--minify=false')
  // Counts the lines of the sources.
  removeServerBundle()
  const env = { ...process.env, TMPDIR: folder, STORY_COVERAGE: folder }
  const { ok } = await runTool('@playwright/test/cli.js', ['test', '--reporter=line', ...CHROMIUM], { env })
  if (!ok) process.exitCode = 1
  return findLinesRun(globSync(join(folder, 'story-*.json')))
}

function measureFile(file: string, { statementMap, s, branchMap, b }: FileCoverage): MeasuredFile {
  const lines = new Map<number, boolean>()
  for (const [id, { start }] of Object.entries(statementMap)) {
    const isRun = s[id]! > 0 || linesRunByStories.get(file)?.has(start.line) === true
    lines.set(start.line, isRun || lines.get(start.line) === true)
  }
  const branches = Object.entries(branchMap).flatMap(([id, { type, loc, locations }]) =>
    // An `else` that is not written has no location of its own.
    locations.map(({ start }, way) => ({ line: start?.line ?? loc.start.line, type, isRun: b[id]![way]! > 0 })),
  )
  return { file, lines, branches }
}

function checkBar({ what, files, kind, percent }: CoverageBar) {
  const ours = measuredFiles.filter(({ file }) => files.test(file))
  const all = ours.flatMap(({ lines, branches }) =>
    kind === 'lines' ? [...lines.values()] : branches.map(({ isRun }) => isRun),
  )
  const run = all.filter(Boolean).length
  const reached = (100 * run) / all.length
  const isMet = reached >= percent
  console.log(
    `${isMet ? 'ok  ' : 'FAIL'} ${what}: ${run} of ${all.length} ${kind}, ${reached.toFixed(1)} % (bar ${percent})`,
  )
  if (isMet) return
  process.exitCode = 1
  for (const { file, lines, branches } of ours) {
    const missing =
      kind === 'lines'
        ? [...lines].flatMap(([line, isRun]) => (isRun ? [] : [`${line}`]))
        : branches.flatMap(({ line, type, isRun }) => (isRun ? [] : [`${line} (${type})`]))
    if (missing.length > 0) console.log(`       ${file}: ${missing.join(', ')}`)
  }
}
