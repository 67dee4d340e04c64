import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { startPostgres } from './postgres.ts'
import { ROOT, runTool } from './run.ts'
import { linesOfStories } from './story-coverage.ts'
import { throwawayFolder } from './topology/part.ts'

interface Place {
  start: { line: number }
}

/** What one file's tests have run, in the form of Istanbul. */
interface FileCoverage {
  statementMap: Record<string, Place>
  s: Record<string, number>
  branchMap: Record<string, { type: string; loc: Place; locations: { start?: Partial<Place['start']> }[] }>
  b: Record<string, number[]>
}

interface Measured {
  file: string
  lines: Map<number, boolean>
  branches: { line: number; type: string; isRun: boolean }[]
}

interface Bar {
  what: string
  files: RegExp
  part: 'lines' | 'branches'
  percent: number
}

/** Whoever gets past these is in. */
const AUTH = /^src\/server\/(features\/users\/|secrets\.ts|http\/(rate-limits|serve)\.ts|realtime\/(guard|sockets)\.ts)/
const NO_PRODUCT = /\.test\.tsx?$|\/testing\/|^src\/server\/abuse-tests\/|^src\/web\/gallery\/|\.d\.ts$/

const BARS: Bar[] = [
  { what: 'core', files: /^src\/core\//, part: 'branches', percent: 100 },
  { what: 'auth', files: AUTH, part: 'branches', percent: 100 },
  ...['core', 'contract', 'server', 'web'].map((room): Bar => {
    return { what: room, files: new RegExp(`^src/${room}/`), part: 'lines', percent: 90 }
  }),
]

const folder = throwawayFolder('ritmo-coverage-')
const report = await testCode()
const stories = await testInBrowser()
const measured = Object.entries(report).flatMap(([path, coverage]) => {
  const file = path.slice(ROOT.length + 1).replaceAll('\\', '/')
  return NO_PRODUCT.test(file) ? [] : [measure(file, coverage)]
})
for (const bar of BARS) hold(bar)

/** On both engines. Counted in the code itself: V8 miscounts the branches of what waits. */
async function testCode(): Promise<Record<string, FileCoverage>> {
  const postgres = await startPostgres()
  const env = { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: postgres?.url ?? '' }
  const coverage = ['--coverage', '--coverage.reportOnFailure', '--coverage.reporter=json']
  const into = `--coverage.reportsDirectory=${folder}`
  const { ok } = await runTool('vitest/vitest.mjs', ['run', '--reporter=dot', ...coverage, into], { env })
  await postgres?.stop()
  if (!ok) process.exitCode = 1
  return JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8'))
}

/** Pages are run by stories far more than by unit tests, so what these have run of `src/web` counts too. */
async function testInBrowser() {
  await ensureBrowser()
  // One statement a line, so that lines can be told apart.
  await buildWeb('--sourcemap', '--minify=false')
  const env = { ...process.env, TMPDIR: folder, STORY_COVERAGE: folder }
  const { ok } = await runTool('@playwright/test/cli.js', ['test', '--reporter=line'], { env })
  if (!ok) process.exitCode = 1
  return linesOfStories(globSync(join(folder, 'story-*.json')))
}

function measure(file: string, { statementMap, s, branchMap, b }: FileCoverage): Measured {
  const lines = new Map<number, boolean>()
  for (const [id, { start }] of Object.entries(statementMap)) {
    const isRun = s[id]! > 0 || stories.get(file)?.has(start.line) === true
    lines.set(start.line, isRun || lines.get(start.line) === true)
  }
  const branches = Object.entries(branchMap).flatMap(([id, { type, loc, locations }]) =>
    // An `else` that is not written has no place of its own.
    locations.map(({ start }, way) => ({ line: start?.line ?? loc.start.line, type, isRun: b[id]![way]! > 0 })),
  )
  return { file, lines, branches }
}

function hold({ what, files, part, percent }: Bar) {
  const ours = measured.filter(({ file }) => files.test(file))
  const all = ours.flatMap(({ lines, branches }) =>
    part === 'lines' ? [...lines.values()] : branches.map(({ isRun }) => isRun),
  )
  const run = all.filter(Boolean).length
  const reached = (100 * run) / all.length
  const isMet = reached >= percent
  console.log(
    `${isMet ? 'ok  ' : 'FAIL'} ${what}: ${run} of ${all.length} ${part}, ${reached.toFixed(1)} % (bar ${percent})`,
  )
  if (isMet) return
  process.exitCode = 1
  for (const { file, lines, branches } of ours) {
    const missing =
      part === 'lines'
        ? [...lines].flatMap(([line, isRun]) => (isRun ? [] : [`${line}`]))
        : branches.flatMap(({ line, type, isRun }) => (isRun ? [] : [`${line} (${type})`]))
    if (missing.length > 0) console.log(`       ${file}: ${missing.join(', ')}`)
  }
}
