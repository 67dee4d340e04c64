import { pathToFileURL } from 'node:url'
import { checkDocuments } from './checks/documents.ts'
import { checkPackages } from './checks/packages.ts'
import { checkRules } from './checks/rules.ts'
import { checkSecrets } from './checks/secrets.ts'
import { checkStructure } from './checks/structure.ts'
import { runTool } from './run.ts'

type Outcome = Promise<{ ok: boolean; output: string }>

const runCheck = (path: string, ...options: string[]): Outcome => runTool(path, options, { stdio: 'pipe' })
const checkTypes = (project: string) => runCheck('typescript/bin/tsc', '-p', project)

const CHECKS: [what: string, run: () => Outcome][] = [
  ['format', () => runCheck('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['lint and import directions', () => runCheck('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
  ['types of core', () => checkTypes('src/core')],
  ['types of the contract', () => checkTypes('src/contract')],
  ['types of the command line', () => checkTypes('src/cli')],
  ['types of the server', () => checkTypes('src/server')],
  ['types of the web app', () => checkTypes('src/web')],
  ['types of the service worker', () => checkTypes('src/web/worker')],
  ['types of scripts and tests', () => checkTypes('.')],
  ['types of browser tests', () => checkTypes('e2e')],
  ['types of drills', () => checkTypes('drills')],
  ['unused code', () => runCheck('knip/bin/knip.js')],
  ['folders, imports and names', async () => checkStructure()],
  ['paths and commands in documents', async () => checkDocuments()],
  ['rules and their tests', async () => checkRules()],
  ['packages and their licences', async () => checkPackages()],
  ['no secrets in the repository', async () => checkSecrets()],
]

/** Runs all static checks. Returns how many passed, and the names of the failed ones. */
export async function check() {
  const failed: string[] = []
  const queue = CHECKS.values()
  async function runInTurn() {
    for (const [what, run] of queue) {
      const { ok, output } = await run()
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`)
      if (ok) continue
      failed.push(what)
      console.log(output)
    }
  }
  // Two run in parallel, because most of them use a single core.
  await Promise.all([runInTurn(), runInTurn()])
  return { passed: CHECKS.length - failed.length, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = (await check()).failed.length > 0 ? 1 : 0
