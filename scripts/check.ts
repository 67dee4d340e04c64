import { pathToFileURL } from 'node:url'
import { checkDocuments } from './documents.ts'
import { checkLeaks } from './leaks.ts'
import { checkPackages } from './packages.ts'
import { checkRules } from './rules.ts'
import { runTool } from './run.ts'
import { checkStructure } from './structure.ts'

type Outcome = Promise<{ ok: boolean; output: string }>

const tool = (path: string, ...options: string[]): Outcome => runTool(path, options, { stdio: 'pipe' })
const types = (project: string) => tool('typescript/bin/tsc', '-p', project)

const CHECKS: [what: string, run: () => Outcome][] = [
  ['format', () => tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['lint and import directions', () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
  ['types of core', () => types('src/core')],
  ['types of the contract', () => types('src/contract')],
  ['types of the server', () => types('src/server')],
  ['types of the web app', () => types('src/web')],
  ['types of the service worker', () => types('src/web/worker')],
  ['types of scripts and tests', () => types('.')],
  ['types of browser tests', () => types('e2e')],
  ['types of drills', () => types('drills')],
  ['unused code', () => tool('knip/bin/knip.js')],
  ['folders, imports and names', async () => checkStructure()],
  ['paths and commands in documents', async () => checkDocuments()],
  ['rules and their tests', async () => checkRules()],
  ['packages and their licences', async () => checkPackages()],
  ['no secrets in the repository', async () => checkLeaks()],
]

/** Everything that can be known without running the product. Returns how many checks passed, and which failed. */
export async function check() {
  const failed: string[] = []
  const waiting = CHECKS.values()
  async function runInTurn() {
    for (const [what, run] of waiting) {
      const { ok, output } = await run()
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`)
      if (ok) continue
      failed.push(what)
      console.log(output)
    }
  }
  // Two at a time, as most of them keep but one core busy.
  await Promise.all([runInTurn(), runInTurn()])
  return { passed: CHECKS.length - failed.length, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = (await check()).failed.length > 0 ? 1 : 0
