import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/run.ts'
import { isMet, type Operator } from './operator.ts'

/** Older versions, by the migration that is the last one there and by its form. */
const VERSIONS: [what: string, commit: string][] = [
  ['0004 in its first form', 'a6ad001'],
  ['0004 as it is now', 'c9d01d7'],
  ['0005 in its first form', '9ec6806'],
  ['0005 as it is now', 'dbddc59'],
  ['0007', '8be6611'],
]

/** Creates a database with each older version, and starts the present one on it. */
export async function tryUpgrades(operator: Operator) {
  const results = []
  for (const [what, commit] of VERSIONS) results.push(await tryUpgrade(operator, what, commit))
  return results
}

async function tryUpgrade(operator: Operator, what: string, commit: string) {
  const title = `a database of ${what} (${commit}) is upgraded`
  const { site, folder, run, startServer } = operator
  const node = join(site, 'node_modules/node/bin/node')
  const old = join(folder, 'old', commit)
  mkdirSync(old, { recursive: true })
  try {
    execFileSync('bash', ['-c', `git archive ${commit} src package.json | tar -x -C ${old}`], {
      cwd: ROOT,
      stdio: 'pipe',
    })
  } catch {
    return isMet(title, false, 'the history of this checkout does not have the commit')
  }
  symlinkSync(join(site, 'node_modules'), join(old, 'node_modules'))
  const env = { DATA_DIR: operator.createServiceFolder(`old-data/${commit}`) }
  const main = ['src/server/main.mjs', 'src/server/main.ts'].find((file) => existsSync(join(old, file))) ?? ''
  const before = await startServer([node, main], { cwd: old, env })
  const account = { name: 'Ann', email: 'ann@example.org', password: 'Quiet river 42' }
  const headers = { 'content-type': 'application/json' }
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}/api/users/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { status } = await post(before.url, 'register', account)
  await before.stop()
  try {
    const after = await startServer([node, 'src/server/main.mjs'], { env })
    const login = await post(after.url, 'login', { email: account.email, password: account.password })
    await after.stop()
    const verified = await run(node, ['scripts/operate.ts', 'verify'], { env, asService: true })
    const measured = `registered ${status}, signed in ${login.status}, verified ${verified.ok ? 'yes' : 'NO'}`
    return isMet(title, status === 201 && login.ok && verified.ok, measured)
  } catch (error) {
    return isMet(title, false, (error as Error).message.slice(0, 300))
  }
}
