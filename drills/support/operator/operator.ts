import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { OperatorStep } from '../../../scripts/checks/commands.ts'
import { ROOT } from '../../../scripts/run.ts'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { startService } from './service.ts'

/** Debian's user and group `nobody`. */
const NOBODY = { uid: 65_534, gid: 65_534 }

const REGISTRY_SETTINGS = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_|https?_proxy|no_proxy|node_extra_ca|ssl_cert)/i.test(name),
  ),
)

export type Operator = Awaited<ReturnType<typeof createOperator>>

interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  /** Runs as the user without rights; needs root. */
  asService?: boolean
}

/** A machine for the drill: a clean checkout in `opt/ritmo`, folders for the state of the service, and its user. */
export async function createOperator() {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-operator-'))
  chmodSync(folder, 0o755)
  const site = join(folder, 'opt/ritmo')
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? NOBODY : {}
  const children = new Set<ChildProcess>()
  const done = new Set<OperatorStep>()

  function createServiceFolder(path: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    mkdirSync(join(folder, path), { mode: 0o700 })
    if (isRoot) chownSync(join(folder, path), NOBODY.uid, NOBODY.gid)
    return join(folder, path)
  }

  /** Runs a program to its end, with nothing of this process's environment but the path. */
  async function run(program: string, words: string[], { env = {}, cwd = site, asService = false }: RunOptions = {}) {
    const options = { cwd, env: environment(env), maxBuffer: 1e8, ...(asService && identity) }
    try {
      const { stdout, stderr } = await promisify(execFile)(program, words, options)
      return { ok: true, output: stdout + stderr }
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
      return { ok: false, output: `${message}\n${stdout}${stderr}` }
    }
  }

  async function must(program: string, words: string[], options?: RunOptions) {
    const { ok, output } = await run(program, words, options)
    if (!ok) throw new Error(`${program} ${words.join(' ')}: ${output.slice(-2_000)}`)
    return output
  }

  /** The environment of a service manager: nothing of the user who started the drill, but how npm reaches its registry. */
  const environment = (env: Record<string, string>) => ({
    ...REGISTRY_SETTINGS,
    PATH: `/usr/sbin:${process.env['PATH']}`,
    HOME: home,
    npm_config_cache: npmCache,
    npm_config_prefer_offline: 'true',
    ...env,
  })

  /** Starts a server and waits until it is ready. */
  async function startServer(words: string[], { env = {}, cwd = site, asService = true }: RunOptions = {}) {
    const port = await findFreePort()
    const options = { cwd, env: environment({ ...env, PORT: String(port) }), ...(asService && identity) }
    return startService(words, options, { port, children })
  }

  function close() {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  const home = createServiceFolder('home')
  const npmCache = createServiceFolder('npm-cache')
  copyCheckout(site)
  const machine = { folder, site, isRoot, done, createServiceFolder, run, must, startServer, close }
  // The commands of the chapter about systemd. The clone is a copy, so that the drill also tries uncommitted work.
  await must('npm', ['ci'], {
    env: process.env['HOME'] === undefined ? {} : { HOME: process.env['HOME'] },
  })
  await must('npx', ['vite', 'build', '--logLevel', 'warn'])
  // The release finds the packages there, and downloads none of them again.
  if (isRoot) await must('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, npmCache])
  done.add('install')
  return machine
}

/** Everything that git knows or would add: the last commit, and the work since then. */
function copyCheckout(target: string) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of list.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(target, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(target, file))
  }
}

export const isMet = (what: string, ok: boolean, measured = ok ? 'yes' : 'NO') => ({
  what,
  measured,
  bar: 'yes',
  isMet: ok,
})

const ACCOUNT = { name: 'Ann', email: 'ann@example.org', password: 'Quiet river 42' }

async function post(url: string, path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data = {} } = (await reply.json()) as { data?: { token?: string } }
  return { status: reply.status, token: data.token ?? '' }
}

/** Registers a user with a project; returns whether the site took both. */
export async function writeSomething(url: string) {
  const { token } = await post(url, '/users/register', ACCOUNT)
  return (await post(url, '/projects', { name: 'Atlas' }, token)).status === 201
}

/** Whether the user of `writeSomething` can sign in and finds the project. */
export async function findsItAgain(url: string) {
  const { token } = await post(url, '/users/login', { email: ACCOUNT.email, password: ACCOUNT.password })
  const reply = await fetch(`${url}/api/projects`, { headers: { authorization: `Bearer ${token}` } })
  return (await reply.text()).includes('Atlas')
}
